"""What people read of an alignment that nobody proves."""

from meteor_core import Meteor
from meteor_core.score.wording import doubt_in_words, proof_of_corpus, proof_of_segment
from meteor_core.show.text_picture import picture_text


def test_a_beam_is_told_as_what_it_is() -> None:
    meteor = Meteor(align="beam", beam_width=7)
    result = meteor.score("the house", ["the home"])
    assert result.signature.beam_width == 7
    assert doubt_in_words(result.signature, optimal=False, score_proved=False) == ""
    assert proof_of_segment(result) == "beam of 7: not searched for the best"
    assert "beam of 7: not searched for the best" in picture_text([(1, result)])
    corpus = meteor.corpus(["the house"], [["the home"]])
    assert proof_of_corpus(corpus) == "beam of 7: not searched for the best"


def test_other_searches_are_told_by_their_proof() -> None:
    result = Meteor().score("the house", ["the home"])
    assert result.signature.beam_width is None
    assert proof_of_segment(result) == "proved optimal"
    greedy = Meteor("nltk").score("a b a", ["b a b"])
    assert proof_of_segment(greedy).startswith("not proved: up to ")
    signature = greedy.signature
    said = doubt_in_words(signature, optimal=False, score_proved=False)
    assert said == "not proved optimal"
    said = doubt_in_words(signature, optimal=False, score_proved=True)
    assert said == "score proved; another alignment may tie"
    assert proof_of_corpus(Meteor().corpus(["a"], [["a"]])) == "100 % proved optimal"
