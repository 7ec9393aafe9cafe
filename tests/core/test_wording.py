"""What people read of an alignment that nobody proves."""

from meteor_core import Meteor
from meteor_core.score.wording import beam_width_of, proof_in_words, proofs_in_words
from meteor_core.show.text_picture import picture_text


def test_a_beam_is_told_as_what_it_is() -> None:
    meteor = Meteor(align="beam", beam_width=7)
    result = meteor.score("the house", ["the home"])
    assert beam_width_of(result.signature) == 7
    assert proof_in_words(result) == "beam of 7: not searched for the best"
    assert "beam of 7: not searched for the best" in picture_text([(1, result)])
    corpus = meteor.corpus(["the house"], [["the home"]])
    assert proofs_in_words(corpus) == "beam of 7: not searched for the best"


def test_other_searches_are_told_by_their_proof() -> None:
    result = Meteor().score("the house", ["the home"])
    assert beam_width_of(result.signature) is None
    assert proof_in_words(result) == "proved optimal"
    greedy = Meteor("nltk").score("a b a", ["b a b"])
    assert proof_in_words(greedy).startswith("not proved: up to ")
    assert proofs_in_words(Meteor().corpus(["a"], [["a"]])) == "100 % proved optimal"
