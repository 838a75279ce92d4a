"""The only package that knows HTTP: requests read, views built, answers in HTML, JSON and pictures.

`routes` are the handlers: they read a state, call a service, build a view of `views` and render it
through `templating`; those of the JSON API answer with `schemas`. `pages`
are those that links open: each reads its state, answers it, and tells links, embeds and previews of
it. At the top stand, by what they do:

- reading: `forms`, `htmx`, `reader` with `i18n` (language and theme), `state`, `train_state`,
  `cost_form`, `own_upload`, `validation`; `deps` hands all of it to handlers;
- between service and view: `playground` with `cutting`, `training`;
- around every request: `middleware`, `error_handlers`;
- answering: `assets`, `addresses`, `snippets`, `pictures`;
- what lives as long as the application: `lifespan`, `link_store`.
"""
