"""Pages and pictures of views, for places where no kernel runs."""
