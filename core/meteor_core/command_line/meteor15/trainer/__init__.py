"""``meteorscope meteor-1.5-trainer``: the command line of METEOR 1.5's Trainer."""
