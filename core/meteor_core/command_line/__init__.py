"""The command line, ``meteorscope``."""
