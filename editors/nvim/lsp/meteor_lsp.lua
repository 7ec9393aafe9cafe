-- For vim.lsp.enable('meteor_lsp'), Neovim 0.11 and later.
return require('meteorscope.server').config()
