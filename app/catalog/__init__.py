"""Facts that change, as data with strict loaders: prices, which model uses which vocabulary, examples.

Prices come from the package genai-prices, never from a table kept by hand; `families.toml` says
how names lead to vocabularies and which models are left uncounted; `examples.toml` and
`corpora.toml` hold texts written for this product. A fault in the data fails at start-up.
"""
