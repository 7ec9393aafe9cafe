--- The worst segments, by score or shortfall as the setting `worst` says, as a quickfix list.
local M = {}

local server = require('meteorscope.server')
local unpaired = require('meteorscope.unpaired')

--- Lists them and opens the list.
---@param client vim.lsp.Client
---@param buffer integer
---@param count integer
function M.list(client, buffer, count)
  local params = { textDocument = server.document(buffer), count = count }
  server.request(client, 'meteor/segments', params, buffer, function(problem, list)
    if problem or not list then
      unpaired.tell_why(client, buffer)
      return
    end
    if not vim.api.nvim_buf_is_loaded(buffer) then
      return -- closed meanwhile
    end
    local items = {}
    for _, segment in ipairs(list.segments) do
      local row = segment.range.start.line
      local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ''
      table.insert(items, {
        bufnr = buffer,
        lnum = row + 1,
        col = server.byte_column(client, line, segment.range.start.character) + 1,
        text = ('%.3f  %5.1f words  %s'):format(segment.score, segment.shortfall, segment.text),
      })
    end
    local name = vim.fs.basename(vim.api.nvim_buf_get_name(buffer))
    vim.fn.setqflist({}, ' ', { title = 'METEOR, worst first: ' .. name, items = items })
    vim.cmd('botright copen')
  end)
end

return M
