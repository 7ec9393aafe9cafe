"""One segment in a notebook, live."""

from collections.abc import Sequence
from typing import Any

import traitlets

from meteor_core import Meteor
from meteor_core.alignment_format import alignment_json
from meteor_core.results import SegmentResult

from .view import View


class AlignmentView(View):
    """How a hypothesis lines up with its references, what it scores, and why."""

    hypothesis = traitlets.Unicode().tag(sync=True)
    references = traitlets.List(traitlets.Unicode()).tag(sync=True)
    alignments = traitlets.List(traitlets.Dict()).tag(sync=True)

    def __init__(self, hypothesis: str, references: Sequence[str], **options: Any) -> None:
        self._meteor = Meteor(**options)
        super().__init__(hypothesis=hypothesis, references=list(references))
        self.set_trait("kind", "alignment")
        self.observe(lambda _: self._score(), names=["hypothesis", "references"])
        self._score()

    def _score(self) -> None:
        results = self._meteor.score_each(self.hypothesis, self.references)
        self.result: SegmentResult = max(results, key=lambda result: result.score)
        self.alignments = [alignment_json(1, result) for result in results]
