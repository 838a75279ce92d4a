"""What people ask for, as plain functions: the page, the API and the command line call the same ones.

No request, no template, no setting read: limits and stores are arguments. By what they are about:
texts (`tokenize_text`, `decode_ids`, `encode_steps`, `split_text`, `compare_words`, `cut_at_limit`,
`exports`), vocabularies (`describe_vocabulary`, `look_up`, `token_origin`, `vocabulary_files`,
`own_vocabularies`, `warm_up`), costs (`estimate_cost`, `compare_costs`), training
(`training_request`, `train_tokenizer`, `training_runs`, `trained_vocabulary`, `encode_learned`), links
(`page_kinds`, `link_syntax`, `link_state`, `share_state`), and what is typed or chosen (`text_input`,
`typed_numbers`).
"""
