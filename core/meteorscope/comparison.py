"""Systems compared, under the installed name: see ``meteor_core.comparison.comparison``."""

from meteor_core.analysis.all_pairs import Resampling
from meteor_core.analysis.significance import Interval
from meteor_core.comparison.buckets import BucketScore, SegmentBucket, WordBucket, WordScore
from meteor_core.comparison.comparison import (
    AgainstBaseline,
    Comparison,
    Metric,
    MetricScore,
    PairRow,
    SystemRow,
    compare_systems,
)
from meteor_core.comparison.differences import PartsOfDifference, SegmentDifference
from meteor_core.comparison.reading import read_lines, read_test_set
from meteor_core.comparison.texts import ComparedTexts
from meteor_core.comparison.words import WordDifference

__all__ = [
    "AgainstBaseline",
    "BucketScore",
    "ComparedTexts",
    "Comparison",
    "Interval",
    "Metric",
    "MetricScore",
    "PairRow",
    "PartsOfDifference",
    "Resampling",
    "SegmentBucket",
    "SegmentDifference",
    "SystemRow",
    "WordBucket",
    "WordDifference",
    "WordScore",
    "compare_systems",
    "read_lines",
    "read_test_set",
]
