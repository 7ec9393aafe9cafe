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

local files = require('meteorscope.files')

--- Beside a bilingual file, X.mt.EXT is another of its kind; beside any, X.review.jsonl has remarks.
local function meteor_unless_bilingual(path)
  return not files.is_bilingual(path) and not path:match('%.review%.jsonl$') and 'meteor' or nil
end

--- An output, a reference or a source in a directory as mt-metrics-eval lays it out.
local function meteor_in_directory(path)
  local above = path:match('^(.*)/[^/]+/[^/]+$') or ''
  return vim.fn.isdirectory(above .. '/system-outputs') == 1 and 'meteor' or nil
end

vim.filetype.add({
  extension = files.BILINGUAL,
  pattern = {
    ['.*%.hyp%..+'] = 'meteor',
    ['.*%.ref%d*%..+'] = 'meteor',
    ['.*%.mt%..+'] = meteor_unless_bilingual,
    ['.*%.pe%..+'] = meteor_unless_bilingual,
    ['.*/hyp%.[^/]+'] = 'meteor',
    ['.*/ref%.[^/]+'] = 'meteor',
    ['.*/system%-outputs/[^/]+/[^/]+%.txt'] = 'meteor',
    ['.*/references/[^/]+%.txt'] = meteor_in_directory,
    ['.*/sources/[^/]+%.txt'] = meteor_in_directory,
  },
})

if vim.v.vim_did_enter == 1 then -- a plugin manager came late: files may be open
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    local ordinary = vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].buftype == ''
    if ordinary and vim.filetype.match({ buf = buffer }) == 'meteor' then
      vim.bo[buffer].filetype = 'meteor'
    end
  end
end

require('meteorscope.highlights').watch()
require('meteorscope.attachment').watch()
require('meteorscope.screen').watch()
require('meteorscope.progress').watch()
require('meteorscope.missing').watch()
require('meteorscope.beside').watch()
require('meteorscope.commands').create()

vim.keymap.set('n', '<Plug>(MeteorEmphasis)', function()
  require('meteorscope.chunks').choose_emphasis()
end)

for name, direction in pairs({ Worse = 'worse', Better = 'better' }) do
  vim.keymap.set('n', ('<Plug>(Meteor%s)'):format(name), function()
    require('meteorscope.walk').go(direction, vim.v.count1)
  end)
end

for name, what in pairs({ Unreviewed = 'unreviewed', Edit = 'edit' }) do
  for way, backwards in pairs({ Next = false, Previous = true }) do
    vim.keymap.set('n', ('<Plug>(Meteor%s%s)'):format(way, name), function()
      require('meteorscope.review').go(what, backwards)
    end)
  end
end
