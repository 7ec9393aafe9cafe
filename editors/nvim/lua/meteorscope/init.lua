--- Meteorscope: METEOR scores while you type. See `:help meteorscope`.
local M = {}

M.is_set_up = false -- whether the server is to be started by itself

--- For Neovim 0.10, which has no vim.lsp.enable and reports an error for a missing server.
---@param buffer integer
local function start_if_known(buffer)
  local server = require('meteorscope.server')
  if
    vim.bo[buffer].buftype == ''
    and require('meteorscope.files').serves(buffer)
    and not require('meteorscope.missing').program()
  then
    server.start(buffer)
  end
end

--- Takes options and starts the server for files that it knows.
---@param given? table see |meteorscope-options|; not all are needed
function M.setup(given)
  require('meteorscope.options').set(given)
  M.is_set_up = true
  vim.cmd.runtime('plugin/meteorscope.lua') -- unless it was: plugin managers may come late
  local server = require('meteorscope.server')
  if vim.lsp.enable then
    if next(server.overrides()) then
      vim.lsp.config(server.NAME, server.overrides())
    end
    vim.lsp.enable(server.NAME)
    return
  end
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      start_if_known(buffer)
    end
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('meteorscope.start', {}),
    callback = function(event)
      start_if_known(event.buf)
    end,
  })
end

--- Attaches the server to a buffer, whatever its name and type.
---@param buffer? integer the current one, if left out
function M.start(buffer)
  local missing = require('meteorscope.missing')
  local program = missing.program()
  if program then
    missing.tell(program)
  else
    require('meteorscope.server').start(buffer or vim.api.nvim_get_current_buf())
  end
end

--- Score of the file and of the segment under the cursor, for 'statusline' or 'winbar'; empty where
--- nothing is scored.
---@return string
function M.statusline()
  return require('meteorscope.statusline').text()
end

return M
