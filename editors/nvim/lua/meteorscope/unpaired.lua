--- Why there is nothing to show about a buffer, or about the line under the cursor.
local M = {}

local messages = require('meteorscope.messages')
local missing = require('meteorscope.missing')
local server = require('meteorscope.server')

--- Says why a buffer has no server.
function M.tell_no_server()
  local program = missing.program()
  if server.is_starting then
    messages.tell('the server is starting')
  elseif program then
    missing.tell(program)
  else
    messages.tell('no server here; see :checkhealth meteorscope', vim.log.levels.WARN)
  end
end

--- Asks the server why nothing is scored at the cursor, and shows the answer.
---@param client vim.lsp.Client
---@param buffer integer that the current window shows
function M.tell_why(client, buffer)
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  params.why = true
  server.request(client, 'meteor/alignment', params, buffer, function(problem, answer)
    if problem then
      messages.tell(problem.message, vim.log.levels.ERROR)
    elseif answer and answer.reason then
      messages.tell(answer.reason)
    elseif not answer then -- this request makes a server show the reason by itself
      local explain = { command = 'meteor.explainPairing', arguments = { params.textDocument.uri } }
      server.request(client, 'workspace/executeCommand', explain, buffer, function() end)
    end
  end)
end

return M
