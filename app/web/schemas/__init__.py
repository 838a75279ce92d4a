"""The JSON of the public API, version 1: what it is sent and what it answers, as OpenAPI shows them.

`strict` is the base of requests, `fields` how a field says what it means, `errors` what is answered
instead; `texts`, `steps`, `origin` and `training` follow the routes of the same subject.
"""
