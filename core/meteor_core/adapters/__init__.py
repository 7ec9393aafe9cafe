"""Drop-in replacements: METEOR in the shapes of the tools that people compute it with.

One module for each tool: ``nltk``, ``evaluate`` (Hugging Face's), ``pycocoevalcap``, ``sacrebleu``,
``torchmetrics``. A script changes its import and runs on; ``docs/coming-from.md`` says what changes
in its numbers. No tool is needed before its module is imported.
"""
