--- Goes from segment to segment in the order of scores or shortfalls, and lists the worst.
local M = {}

local messages = require('meteorscope.messages')
local missing = require('meteorscope.missing')
local scores = require('meteorscope.scores')
local server = require('meteorscope.server')

---@alias meteorscope.Direction 'worse'|'better'

---@class meteorscope.Met The last segment of a walk.
---@field buffer integer
---@field row integer
---@field segment integer
---@field score number at that time: after an edit, the walk continues from there
---@field shortfall number at that time; which of the two counts is the server's setting `worst`

local met ---@type meteorscope.Met?

---@class meteorscope.Walk
---@field client vim.lsp.Client
---@field window integer
---@field buffer integer
---@field cursor integer[] as it was when the person set out
---@field direction meteorscope.Direction
---@field count integer

--- Whether the person is where they were when they asked.
---@param walk meteorscope.Walk
---@return boolean
local function still_there(walk)
  return vim.api.nvim_get_current_win() == walk.window
    and vim.api.nvim_get_current_buf() == walk.buffer
    and vim.deep_equal(vim.api.nvim_win_get_cursor(walk.window), walk.cursor)
end

--- Asks, and carries on if there is an answer and the window still waits.
---@param walk meteorscope.Walk
---@param method string
---@param params table what the request has besides the document
---@param go_on fun(answer: any)
local function ask(walk, method, params, go_on)
  params.textDocument = server.document(walk.buffer)
  server.request(walk.client, method, params, walk.buffer, function(problem, answer)
    if problem then
      messages.tell(problem.message, vim.log.levels.ERROR)
    elseif still_there(walk) then
      go_on(answer)
    end
  end)
end

---@param walk meteorscope.Walk
---@param place integer in the list, worst first, from 0
---@param remark string? beside the score
local function go_to(walk, place, remark)
  ask(walk, 'meteor/segments', { offset = place, count = 1 }, function(list)
    local found = list and list.segments[1]
    if not found then
      return -- the text has changed meanwhile
    end
    local row = found.range.start.line
    local line = vim.api.nvim_buf_get_lines(walk.buffer, row, row + 1, false)[1]
    if not line then
      return
    end
    vim.cmd("normal! m'")
    local column = server.byte_column(walk.client, line, found.range.start.character)
    vim.api.nvim_win_set_cursor(walk.window, { row + 1, column })
    vim.cmd('normal! zv')
    met = {
      buffer = walk.buffer,
      row = row,
      segment = found.segment,
      score = found.score,
      shortfall = found.shortfall,
    }
    local where = ('METEOR %s %.3f  segment %d, %d of %d from the worst'):format(
      scores.band_of(found.score).mark,
      found.score,
      found.segment,
      place + 1,
      list.total
    )
    local text = remark and remark .. ': ' .. where or where
    vim.api.nvim_echo({ { messages.fits(text) and text or remark or '' } }, false, {})
  end)
end

--- The place to go to, and a message about it; no place at the end of the list.
---@param from integer place of the segment under the cursor, or where it would be
---@param walk meteorscope.Walk
---@param total integer
---@return integer? place, string? remark
local function destination(from, walk, total)
  local place = walk.direction == 'worse' and from - walk.count or from + walk.count
  if 0 <= place and place < total then
    return place
  end
  local last = walk.direction == 'worse' and 'worst' or 'best'
  if not vim.o.wrapscan then
    local at_end = walk.direction == 'worse' and 0 or total - 1
    if from == at_end then
      return nil, ('METEOR: this is the %s segment'):format(last)
    end
    return at_end
  end
  local onward = walk.direction == 'worse' and 'best' or 'worst'
  return place % total, ('%s reached, continuing from the %s'):format(last, onward)
end

---@param walk meteorscope.Walk
---@param here? { segment: integer, score: number } what the cursor is on
---@param start? { segment: integer, score?: number, shortfall?: number } where the next better one is looked for
local function go_from(walk, here, start)
  ask(walk, 'meteor/segments', { start = start, count = 1 }, function(list)
    if not list then
      missing.tell_why(walk.client, walk.buffer)
    elseif list.total == 0 then
      messages.tell('no segment has a score')
    elseif not here then
      go_to(walk, 0) -- from nowhere to the worst
    else
      -- A segment that was edited is no longer at its place in the list.
      local gone = start.score
        and not (list.segments[1] and list.segments[1].segment == here.segment)
      local from = list.offset - (gone and walk.direction == 'better' and 1 or 0)
      local place, remark = destination(from, walk, list.total)
      if place then
        go_to(walk, place, remark)
      else
        messages.tell(remark --[[@as string]])
      end
    end
  end)
end

--- Goes to the next worse or better segment; from a line without one, to the worst of all.
---@param direction meteorscope.Direction
---@param count? integer
function M.go(direction, count)
  local window, buffer = vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf()
  local client = server.client(buffer)
  if not client then
    missing.tell_no_server()
    return
  end
  local walk = {
    client = client,
    window = window,
    buffer = buffer,
    cursor = vim.api.nvim_win_get_cursor(window),
    direction = direction,
    count = math.max(count or 1, 1),
  }
  if met and met.buffer == buffer and met.row == walk.cursor[1] - 1 then
    go_from(walk, met, { segment = met.segment, score = met.score, shortfall = met.shortfall })
    return
  end
  local position = vim.lsp.util.make_position_params(window, client.offset_encoding).position
  ask(walk, 'meteor/alignment', { position = position }, function(here)
    local start = here and here.segment and { segment = here.segment }
    go_from(walk, here and here.segment and here or nil, start or nil)
  end)
end

--- Lists the worst segments, by score or shortfall as the setting `worst` says, in the quickfix list.
---@param client vim.lsp.Client
---@param buffer integer
---@param count integer
function M.list_worst(client, buffer, count)
  local params = { textDocument = server.document(buffer), count = count }
  server.request(client, 'meteor/segments', params, buffer, function(problem, list)
    if problem or not list then
      missing.tell_why(client, buffer)
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
