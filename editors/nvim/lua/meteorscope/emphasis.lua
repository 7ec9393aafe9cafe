--- What is marked in texts: chunks, differences, both or nothing.
local M = {}

local messages = require('meteorscope.messages')
local server = require('meteorscope.server')
local unpaired = require('meteorscope.unpaired')

local SAID = {
  chunks = 'chunks: what is equal on both sides',
  differences = 'differences: what is not',
  both = 'chunks and differences',
  off = 'nothing',
}

--- Marks that, until the server ends; without a name, the next.
---@param name? string
function M.choose(name)
  local client, buffer = server.client(0), vim.api.nvim_get_current_buf()
  if not client then
    unpaired.tell_no_server()
    return
  end
  local params = {
    command = 'meteor.chooseEmphasis',
    arguments = { vim.uri_from_bufnr(buffer), name },
  }
  server.request(client, 'workspace/executeCommand', params, buffer, function(problem, result)
    if problem then
      messages.tell(problem.message, vim.log.levels.ERROR)
      return
    end
    require('meteorscope.attachment').ask_anew()
    messages.tell(('marks %s'):format(SAID[result.emphasis] or result.emphasis))
  end)
end

return M
