"""One keyboard for all reviews: a key that two editors have does the same in both."""

import re
from pathlib import Path
from typing import Final

from meteor_core.files.states import STATES

ROOT: Final = Path(__file__).parents[2]

IN_NEOVIM: Final = {
    "next": "M.go('unreviewed')",
    "comment": "comment",
    "take-back": "execute('meteor.takeBack', segments)",
    "undo": "execute('meteor.undo')",
}
"""What does there what a key of the view does, but for states; j and k are Neovim's own."""


def keys_of_the_view() -> dict[str, str]:
    text = (ROOT / "meteor_widget/frontend/src/views/review/keys.ts").read_text(encoding="utf-8")
    keys = text.partition("KEYS = {")[2].partition("}")[0]
    return dict(re.findall(r'(?m)^  "?([\w-]+)"?: "(.)",$', keys))


def keys_of_neovim() -> dict[str, str]:
    """What each key runs, as the source has it; of states, their names."""
    text = (ROOT / "editors/nvim/lua/meteorscope/review.lua").read_text(encoding="utf-8")
    table = text[text.index("local KEYS = {") : text.index("\nlocal ON_SELECTIONS")]
    states = re.search(r"in pairs\(\{ (.*) \}\) do", table)
    assert states is not None
    return {
        **dict(re.findall(r"(?ms)^  (\w) = (?:function\(\)\n)?(.*?)(?:,\n|\n  end,)", table)),
        **dict(re.findall(r"(\w) = '([\w-]+)'", states[1])),
    }


def test_a_key_does_the_same_everywhere() -> None:
    view, neovim = keys_of_the_view(), keys_of_neovim()
    assert len(view) == 10
    for action, key in view.items():
        if action in STATES:
            assert neovim[key] == action
        elif action in IN_NEOVIM:
            assert IN_NEOVIM[action] in neovim[key]
        else:
            assert key not in neovim
    assert not {*neovim} & {"x", "D"}  # which meant something else once


def test_the_documents_list_the_keys() -> None:
    page = (ROOT / "docs/review.md").read_text(encoding="utf-8")
    manual = (ROOT / "editors/nvim/doc/meteorscope.txt").read_text(encoding="utf-8")
    keys = manual[manual.index("Keys in the list:") : manual.index("A filter has words")]
    table = page[page.index("| key | |") : page.index("## Edits")]
    for key in keys_of_the_view().values():
        assert f"`{key}`" in table
    for key in keys_of_neovim():
        assert re.search(rf"(?m)^    (\w )*{key} ", keys), key
