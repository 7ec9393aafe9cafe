--- A line for 'statusline' or 'winbar': the score of the file, and of the segment under the cursor.
--- It shows earlier answers and asks again when they are out of date, one request at a time, so
--- that drawing it costs next to nothing.
local M = {}

local attachment = require('meteorscope.attachment')
local files = require('meteorscope.files')
local scores = require('meteorscope.scores')
local server = require('meteorscope.server')

---@class meteorscope.Status The latest answers about a window's buffer.
---@field buffer integer
---@field asked? { tick: integer, age: integer, row: integer, column?: integer }
---@field file? string
---@field segment? string
---@field row? integer of that segment
---@field due integer answers that have not come

local known = {} ---@type table<integer, meteorscope.Status> by window

--- The score of the file, and how much of it is scored.
---@param summary table
---@return string
local function about_file(summary)
  if summary.scored == 0 then
    return type(summary.problem) == 'string' and 'METEOR: no score' or ''
  end
  local share = ''
  if summary.scored < summary.paired then
    share = (' (%d of %d)'):format(summary.scored, summary.paired)
  end
  return ('METEOR %.4f%s'):format(summary.score, share)
end

---@param alignment table
---@return string
local function about_segment(alignment)
  local mark = scores.band_of(alignment.score).mark
  return ('%d: %s %.3f'):format(alignment.segment, mark, alignment.score)
end

---@param status meteorscope.Status
---@param client vim.lsp.Client
---@param window integer
local function ask(status, client, window)
  local buffer, row = status.buffer, status.asked.row
  local function answered(take)
    return function(problem, answer)
      status.due = status.due - 1
      if not problem then
        take(answer)
      end
      if status.due == 0 then
        vim.cmd.redrawstatus({ bang = true })
      end
    end
  end
  local function send(method, params, take)
    params.textDocument = server.document(buffer)
    status.due = status.due + 1
    if not server.request(client, method, params, buffer, answered(take)) then
      status.due = status.due - 1
    end
  end
  send('meteor/summary', {}, function(summary)
    status.file = summary and about_file(summary) or ''
  end)
  local position = vim.lsp.util.make_position_params(window, client.offset_encoding).position
  send('meteor/alignment', { position = position }, function(alignment)
    status.row = row
    status.segment = alignment and alignment.score and about_segment(alignment) or nil
  end)
end

---@param window integer
---@param buffer integer
---@param client vim.lsp.Client
---@return meteorscope.Status
local function up_to_date(window, buffer, client)
  local status = known[window]
  if not status or status.buffer ~= buffer then
    status = { buffer = buffer, due = 0 }
    known[window] = status
  end
  local row, column = unpack(vim.api.nvim_win_get_cursor(window))
  local wanted = {
    tick = vim.api.nvim_buf_get_changedtick(buffer),
    age = attachment.age(buffer),
    row = row - 1,
    column = files.has_several_a_line(buffer) and column or nil,
  }
  if status.due == 0 and not vim.deep_equal(wanted, status.asked) then
    status.asked = wanted
    status.due = 1 -- until it is sent: nothing may be sent while a line is drawn
    vim.schedule(function()
      status.due = 0
      if
        known[window] == status
        and vim.api.nvim_win_is_valid(window)
        and vim.api.nvim_win_get_buf(window) == buffer
      then
        ask(status, client, window)
      end
    end)
  end
  return status
end

--- The text for the window that is drawn.
---@return string
function M.text()
  local window = vim.api.nvim_get_current_win() -- Neovim makes it current for that time
  local buffer = vim.api.nvim_win_get_buf(window)
  local client = attachment.client(buffer)
  if not client then
    known[window] = nil
    return ''
  end
  local status = up_to_date(window, buffer, client)
  local row = vim.api.nvim_win_get_cursor(window)[1] - 1
  local here = status.row == row and status.segment or nil
  return table.concat({ status.file or '', here }, '  ')
end

return M
