--- The progress of the server's long work, on the command line: Neovim itself does not show it.
local M = {}

local messages = require('meteorscope.messages')
local options = require('meteorscope.options')
local server = require('meteorscope.server')

local titles = {} ---@type table<string|integer, string> by token

---@param text string empty to clear
local function tell(text)
  if messages.fits(text) then
    vim.api.nvim_echo({ { text } }, false, {})
  end
end

local function show(event)
  local client = vim.lsp.get_client_by_id(event.data.client_id)
  if not options.current.progress or not client or client.name ~= server.NAME then
    return
  end
  local params = event.data.params
  local token, value = params.token, params.value
  if value.kind == 'end' then
    titles[token] = nil
    tell('')
    return
  end
  titles[token] = value.title or titles[token]
  tell(table.concat({ titles[token] or 'METEOR', value.message }, ': '))
end

--- Shows progress whenever the server reports it.
function M.watch()
  local group = vim.api.nvim_create_augroup('meteorscope.progress', {})
  vim.api.nvim_create_autocmd('LspProgress', { group = group, callback = show })
end

return M
