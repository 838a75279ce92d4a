"""The JSON of the public API, version 1: what it is sent and what it answers, as OpenAPI shows them.

`strict` is the base of requests; `texts`, `steps` and `training` follow the routes of the same subject.
"""
