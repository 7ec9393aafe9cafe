--- Meteorscope: METEOR scores while you type. `:help meteorscope` tells the rest.
local M = {}

--- Takes options and starts the server for files that it knows.
---@param given? table see |meteorscope-options|
function M.setup(given)
  require('meteorscope.options').set(given)
  vim.cmd.runtime('plugin/meteorscope.lua') -- unless it was: plugin managers may come late
  local server = require('meteorscope.server')
  if vim.lsp.enable then
    if next(server.overrides()) then
      vim.lsp.config(server.NAME, server.overrides())
    end
    vim.lsp.enable(server.NAME)
    return
  end
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('meteorscope.start', {}),
    pattern = server.FILETYPES,
    callback = function(event)
      M.start(event.buf)
    end,
  })
end

--- Attaches the server to a buffer, whatever its name and type.
---@param buffer? integer the current one, if left out
function M.start(buffer)
  require('meteorscope.server').start(buffer or vim.api.nvim_get_current_buf())
end

return M
