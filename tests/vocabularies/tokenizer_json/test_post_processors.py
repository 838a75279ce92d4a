"""Post-processors read from the file against the very components that wrote it."""

from __future__ import annotations

import pytest
import tokenizers
from tokenizers import models, processors

from app.errors import UnsupportedComponent
from app.vocabularies.tokenizer_json.document import Node, parse
from app.vocabularies.tokenizer_json.post_processors import read_post_processor
from tests.vocabularies.tokenizer_json.components import written

UNKNOWN = "x"
IDS = {"x": 0, "<s>": 1, "</s>": 2, "<b>": 3}
TEMPLATE = processors.TemplateProcessing(
    single="<s> <b> $A </s>",
    special_tokens=[(token, IDS[token]) for token in ("<s>", "<b>", "</s>")],
)
COMPONENTS = {
    "bert": processors.BertProcessing(("</s>", 2), ("<s>", 1)),
    "roberta": processors.RobertaProcessing(("</s>", 2), ("<s>", 1)),
    "template": TEMPLATE,
    "byte level": processors.ByteLevel(),
    "several": processors.Sequence(
        [processors.ByteLevel(), TEMPLATE, processors.ByteLevel(trim_offsets=False)]
    ),
}


@pytest.mark.parametrize("component", COMPONENTS.values(), ids=COMPONENTS.keys())
def test_what_is_put_around_equals_tokenizers(component: processors.PostProcessor) -> None:
    made = tokenizers.Tokenizer(models.WordLevel(IDS, unk_token=UNKNOWN))
    made.post_processor = component
    read = read_post_processor(written(component))
    before, after = read.around() if read else ((), ())
    assert [*before, 0, *after] == made.encode("x").ids


def test_no_post_processor() -> None:
    assert read_post_processor(Node(None, "post_processor")) is None


def test_two_templates_are_refused() -> None:
    twice = processors.Sequence([TEMPLATE, processors.BertProcessing(("</s>", 2), ("<s>", 1))])
    with pytest.raises(UnsupportedComponent, match="several templates"):
        read_post_processor(written(twice))


def test_a_text_that_comes_twice_is_refused() -> None:
    text = '{"Sequence": {"id": "A", "type_id": 0}}'
    template = (
        f'{{"type": "TemplateProcessing", "single": [{text}, {text}], "special_tokens": {{}}}}'
    )
    with pytest.raises(UnsupportedComponent, match="TemplateProcessing"):
        read_post_processor(parse(template.encode()))
