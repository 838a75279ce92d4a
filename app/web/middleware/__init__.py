"""What stands around every request (ASGI), in the order that `app.main` gives.

`observation` times and logs it and catches what nobody expected, `security` adds the headers and
refuses posts of other sites, `head` answers HEAD, `limits` bounds bodies and rates.
"""
