"""Names of files and columns that belong together."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meteor_lsp.pairing.conventions import (
    Columns,
    columns,
    expected_partner,
    family,
    has_role,
    is_hypothesis,
    joined,
    language_in,
)

WMT = (
    "news.cs-en.src.cs",
    "news.cs-en.ref.A.en",
    "news.cs-en.ref.B.en",
    "news.cs-en.hyp.Online-A.en",
    "news.cs-en.hyp.Online-B.en",
    "news.cs-en.hyp.Online-B.cs",
    "other.cs-en.ref.A.en",
)


def members(
    name: str, *names: str
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]] | None:
    found = family(name, names)
    return None if found is None else (found.hypotheses, found.references, found.sources)


@pytest.mark.parametrize("stem", ["news.", "news.2021.", "with space.", "emoji 👍.", "x.hyp.", ""])
@pytest.mark.parametrize("extension", ["en", "txt", "DE"])
def test_hypothesis_and_reference_find_each_other(stem: str, extension: str) -> None:
    hypothesis, reference = f"{stem}hyp.{extension}", f"{stem}ref.{extension}"
    others = [f"{stem}hyp.other", f"other.{hypothesis}", f"{stem}mt.{extension}", "README"]
    for name in (hypothesis, reference):
        assert members(name, hypothesis, reference, *others) == ((hypothesis,), (reference,), ())


@pytest.mark.parametrize("name", ["a.mt.en", "a.pe.en"])
def test_machine_translation_goes_with_its_post_edit(name: str) -> None:
    found = family(name, ["a.mt.en", "a.pe.en", "a.hyp.en", "a.ref.en", "a.src.de"])
    assert found is not None
    assert (found.hypotheses, found.references, found.sources) == (
        ("a.mt.en",),
        ("a.pe.en",),
        ("a.src.de",),
    )
    assert found.post_editing


def test_references_are_in_the_order_of_their_numbers() -> None:
    ordered = ("a.ref.en", "a.ref1.en", "a.ref2.en", "a.ref9.en", "a.ref10.en")
    assert members("a.hyp.en", *sorted(ordered), "a.refs.en") == (("a.hyp.en",), ordered, ())
    assert members("a.ref10.en", "a.hyp.en") == (("a.hyp.en",), ("a.ref10.en",), ())


@pytest.mark.parametrize("name", [name for name in WMT[:5] if ".src." not in name])
def test_systems_of_wmt_share_references(name: str) -> None:
    assert members(name, *WMT) == (WMT[3:5], WMT[1:3], WMT[:1])


@pytest.mark.parametrize("name", ["hyp.Online-A.en", "ref.A.en", "src.cs"])
def test_a_set_may_have_no_name(name: str) -> None:
    names = ("hyp.Online-A.en", "ref.A.en", "src.cs", "x.ref.A.en")
    assert members(name, *names) == (("hyp.Online-A.en",), ("ref.A.en",), ("src.cs",))


def test_a_source_goes_with_what_was_made_of_it() -> None:
    assert members("a.src.de", "a.hyp.en", "a.ref.en") == (
        ("a.hyp.en",),
        ("a.ref.en",),
        ("a.src.de",),
    )
    found = family("a.src.de", ["a.mt.en", "a.pe.en"])
    assert found is not None
    assert found.post_editing
    assert family("a.src.de", ["a.ref.en", "b.hyp.en"]) is None


def test_label_may_be_missing_on_one_side() -> None:
    assert members("a.hyp.X.en", "a.ref.en") == (("a.hyp.X.en",), ("a.ref.en",), ())
    assert members("a.hyp.en", "a.ref.A.en") == (("a.hyp.en",), ("a.ref.A.en",), ())
    both = ("a.hyp.en", "a.hyp.X.en", "a.ref.en", "a.ref.A.en")
    assert members("a.hyp.en", *both) == (("a.hyp.en",), ("a.ref.en",), ())
    assert members("a.hyp.X.en", *both) == (("a.hyp.X.en",), ("a.ref.A.en",), ())


@pytest.mark.parametrize(
    "name",
    [
        "news.en",
        ".hyp.en",
        "news.hyp",
        "news.hyp.",
        "news.hypothesis.en",
        "hyp",
        "x.HYP.en",
        "",
        "news.pe.en.review.jsonl",
    ],
)
def test_other_names_have_no_role(name: str) -> None:
    assert not has_role(name)
    assert not is_hypothesis(name)
    assert family(name, ["news.ref.en"]) is None
    assert expected_partner(name) is None


@pytest.mark.parametrize(
    ("name", "partner"),
    [
        ("a.hyp.en", "a.ref.en"),
        ("a.ref3.en", "a.hyp.en"),
        ("a.mt.en", "a.pe.en"),
        ("a.pe.en", "a.mt.en"),
        ("a.hyp.Online-A.en", "a.ref.*.en"),
        ("ref.A.en", "hyp.*.en"),
        ("a.src.de", "a.hyp.*"),  # in another language
    ],
)
def test_a_missing_partner_is_named(name: str, partner: str) -> None:
    assert expected_partner(name) == partner


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("news.hyp.de", "de"),
        ("news.hyp.DE", "de"),
        ("news.hyp.pt-BR", "pt"),
        ("news.ref1.zh_Hant", "zh"),
        ("news.hyp.Online-A.cs", "cs"),
        ("news.hyp.txt", None),
        ("news.de.hyp.txt", None),  # what is before a role may be anything
        ("news.de.tsv", "de"),
        ("news.en-de.tsv", "de"),
        ("news.en-DE.jsonl", "en"),
        ("news.de-xx.tsv", "de"),
        ("de.tsv", None),
        ("de", None),
        ("", None),
    ],
)
def test_the_name_tells_the_language(name: str, language: str | None) -> None:
    assert language_in(name) == language


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        (["hypothesis", "reference"], ("hypothesis", ("reference",), None, False)),
        (["REF", "Source", "Hyp"], ("Hyp", ("REF",), "Source", False)),
        (["src", "id", "mt", "pe"], ("mt", ("pe",), "src", True)),
        (["mt", "pe", "ref", "hyp"], ("hyp", ("ref",), None, False)),
        (
            ["ref10", "hyp", "ref2", "reference1", "ref"],
            ("hyp", ("ref", "reference1", "ref2", "ref10"), None, False),
        ),
        (["hyp", "reference", "ref"], ("hyp", ("reference",), None, False)),
        (["Hyp", "hyp", "ref"], ("Hyp", ("ref",), None, False)),
        (["hyp", "ref3", "ref99"], ("hyp", ("ref3", "ref99"), None, False)),
        (["hyp"], None),
        (["ref"], None),
        (["mt", "ref"], None),
        ([], None),
        (["hyp", "ref" + "9" * 5_000], None),
    ],
)
def test_columns_by_their_names_in_any_order_and_case(
    fields: list[str], found: tuple[str, tuple[str, ...], str | None, bool] | None
) -> None:
    expected = None
    if found is not None:
        hypothesis, references, source, post_editing = found
        expected = Columns(
            hypothesis=hypothesis, references=references, source=source, post_editing=post_editing
        )
    assert columns(fields) == expected


def test_invalid_reference_number_is_not_a_role() -> None:
    assert not has_role("a.ref" + "9" * 5_000 + ".en")
    assert not has_role("a.ref\u0663.en")
    assert members("a.hyp.en", "a.ref" + "1" * 5_000 + ".en") == (("a.hyp.en",), (), ())


PARTS = st.sampled_from(["hyp", "ref", "ref1", "ref10", "mt", "pe", "src", "a", "en", "", "👍"])


@given(st.lists(PARTS, max_size=6), st.lists(st.lists(PARTS, max_size=6), max_size=6))
def test_each_member_of_a_family_finds_the_same_family(
    parts: list[str], others: list[list[str]]
) -> None:
    name, names = ".".join(parts), [".".join(other) for other in others]
    found = family(name, names)
    if found is None or "src" in parts:
        return
    for member in (*found.hypotheses, *found.references):
        assert member in {name, *names}
        assert member.rsplit(".", 1)[1] == found.extension
    roles = [re.findall(r"(?:^|\.)(hyp|mt)\.", member) for member in found.hypotheses]
    assert all(roles)
    assert is_hypothesis(name) == (name in found.hypotheses)


@pytest.mark.parametrize(
    ("names", "text"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_names_in_a_sentence(names: list[str], text: str) -> None:
    assert joined(names) == text
