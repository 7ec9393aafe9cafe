"""The names of the commands; ``docs/protocol.md`` has their arguments and answers."""

from typing import Final

SHOW_SCORE: Final = "meteor.showScore"
REPORT: Final = "meteor.report"
EXPORT: Final = "meteor.export"
COMPARE: Final = "meteor.compare"
CHOOSE_VARIANT: Final = "meteor.chooseVariant"
RELOAD: Final = "meteor.reload"
STATUS: Final = "meteor.status"
PAIR: Final = "meteor.pair"
CREATE_PARTNER: Final = "meteor.createPartner"
CHOOSE_PARTNER: Final = "meteor.choosePartner"
EXPLAIN_PAIRING: Final = "meteor.explainPairing"
IGNORE: Final = "meteor.ignore"
GO_TO_SEGMENT: Final = "meteor.goToSegment"
GO_TO_WORSE: Final = "meteor.goToWorse"
SORT_OUTLINE: Final = "meteor.sortOutline"
