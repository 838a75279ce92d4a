"""Well-known tokens that upset the models trained with GPT-2's vocabulary.

They are in the vocabulary because they were frequent where it was made (user names of a counting
game, scraps of programs and shops), and hardly ever in what the models then read. Source: Jessica
Rumbelow and Matthew Watkins, "SolidGoldMagikarp (plus, prompt generation)", LessWrong, 2023, and
its third part, "Glitch token archaeology". A part of their list, without control characters.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.tokenization.pipeline import Tokenizer

SOURCE = (
    "Rumbelow & Watkins, SolidGoldMagikarp, LessWrong 2023, "
    "https://www.lesswrong.com/posts/aPeJE8bSo6rAFoLqg"
)
GLITCH_TEXTS = (
    " SolidGoldMagikarp",
    "GoldMagikarp",
    " TheNitromeFan",
    " TheNitrome",
    " RandomRedditorWithNo",
    " RandomRedditor",
    " davidjl",
    " petertodd",
    " gmaxwell",
    " attRot",
    " guiActiveUnfocused",
    " guiActiveUn",
    " guiActive",
    " guiName",
    " guiIcon",
    " externalToEVAOnly",
    " externalToEVA",
    " externalTo",
    " unfocusedRange",
    "externalActionCode",
    "rawdownloadcloneembedreportprint",
    "cloneembedreportprint",
    "embedreportprint",
    "reportprint",
    "rawdownload",
    "TPPStreamerBot",
    "StreamerBot",
    " Dragonbound",
    " Mechdragon",
    " Skydragon",
    " PsyNet",
    "PsyNetMessage",
    " Smartstocks",
    "ForgeModLoader",
    "FactoryReloaded",
    "SpaceEngineers",
    "BuyableInstoreAndOnline",
    "InstoreAndOnline",
    "quickShipAvailable",
    "quickShip",
    "isSpecialOrderable",
    "channelAvailability",
    "inventoryQuantity",
    "ItemThumbnailImage",
    "soDeliveryDate",
    "DeliveryDate",
    "wcsstore",
    "catentry",
    " SetFontSize",
    " partName",
    "MpServer",
    "cffffcc",
    "?????-?????-",
    "龍喚士",
    " 裏覚醒",
)


@dataclass(frozen=True, slots=True)
class Glitch:
    """A text of the list that is one token here."""

    text: str
    id: int


def glitch_tokens(tokenizer: Tokenizer) -> tuple[Glitch, ...]:
    """The texts of the list that the vocabulary holds as one token.

    That a token is here does not mean that it upsets the models of this vocabulary: that was seen
    with GPT-2's, GPT-3's and GPT-J, which share one.
    """
    found = ((text, tokenizer.ids(text)) for text in GLITCH_TEXTS)
    return tuple(Glitch(text, ids[0]) for text, ids in found if len(ids) == 1)
