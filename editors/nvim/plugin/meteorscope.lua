-- Loaded by Neovim as it starts: file types, colours, the command. Nothing runs until a server is
-- attached to a buffer.
if vim.g.loaded_meteorscope then
  return
end
vim.g.loaded_meteorscope = true

if vim.fn.has('nvim-0.10') == 0 then
  vim.notify('meteorscope needs Neovim 0.10 or later', vim.log.levels.WARN)
  return
end

vim.filetype.add({
  pattern = {
    ['.*%.hyp%..+'] = 'meteor',
    ['.*%.ref%d*%..+'] = 'meteor',
    ['.*%.mt%..+'] = 'meteor',
    ['.*%.pe%..+'] = 'meteor',
    ['.*/hyp%.[^/]+'] = 'meteor',
    ['.*/ref%.[^/]+'] = 'meteor',
  },
})

require('meteorscope.highlights').watch()
require('meteorscope.attachment').watch()
require('meteorscope.screen').watch()
require('meteorscope.commands').create()
