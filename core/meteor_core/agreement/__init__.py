"""Agreement of metrics with people: rated translations, measures, intervals."""
