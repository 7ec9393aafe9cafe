--- Both sides of a pair beside each other, bound by segment: the other window shows the segment
--- under the cursor at the same height, however lines wrap, and marks it. 'scrollbind' binds screen
--- lines, which drift apart where a segment wraps on one side only.
local M = {}

local highlights = require('meteorscope.highlights')
local messages = require('meteorscope.messages')
local missing = require('meteorscope.missing')
local server = require('meteorscope.server')

local NAMESPACE = vim.api.nvim_create_namespace('meteorscope.sides')
local GROUP = 'meteorscope.sides'

---@class meteorscope.Side A window that is bound to another one.
---@field other integer
---@field buffer integer
---@field starts integer[][] lines, here and there, from which on lines are side by side; from 0
---@field count integer lines of the buffer when that was asked
---@field top? integer its first line, as far as it is known here
---@field opened boolean whether it was opened to be bound

local sides = {} ---@type table<integer, meteorscope.Side> by window

--- The side that a window shows, if it still does, and the other window does as well.
---@param window integer
---@return meteorscope.Side?
local function side_of(window)
  local side = sides[window]
  local other = side and sides[side.other]
  local function shows(number, buffer)
    return vim.api.nvim_win_is_valid(number) and vim.api.nvim_win_get_buf(number) == buffer
  end
  return other and shows(window, side.buffer) and shows(side.other, other.buffer) and side or nil
end

---@param window integer
---@return integer
local function top_of(window)
  return vim.fn.line('w0', window)
end

--- Screen lines that lines of a window take, both included, from 1.
---@param window integer
---@param first integer
---@param last integer
---@return integer
local function height(window, first, last)
  if last < first then
    return 0
  end
  local rows = { start_row = first - 1, end_row = last - 1 }
  return vim.api.nvim_win_text_height(window, rows).all
end

---@param window integer
---@param line integer
---@param room integer screen lines above that line
---@return integer top first line of the window, if there are so many above it, or less
local function top_for(window, line, room)
  local top = line
  while top > 1 do
    room = room - height(window, top - 1, top - 1)
    if room < 0 then
      break
    end
    top = top - 1
  end
  return top
end

---@param window integer
---@param top integer
---@return integer line the last that is whole on screen
local function bottom_for(window, top)
  local line, count = top, vim.api.nvim_buf_line_count(vim.api.nvim_win_get_buf(window))
  local room = vim.api.nvim_win_get_height(window) - height(window, top, top)
  while line < count do
    room = room - height(window, line + 1, line + 1)
    if room < 0 then
      break
    end
    line = line + 1
  end
  return line
end

--- Shows lines of a window that is not the leader.
---@param window integer
---@param top integer
---@param line integer the cursor's
local function show(window, top, line)
  vim.api.nvim_win_call(window, function()
    local view = vim.fn.winsaveview()
    if view.lnum ~= line then
      view.lnum, view.col, view.coladd, view.curswant = line, 0, 0, 0
    end
    view.topline, view.topfill, view.skipcol = top, 0, 0
    vim.fn.winrestview(view)
  end)
  sides[window].top = top
end

--- Marks the segment that the cursor is on, in the window that the cursor is not in.
---@param side meteorscope.Side of the window with the cursor
---@param line integer
local function mark(side, line)
  local buffer = sides[side.other].buffer
  for _, one in ipairs({ side.buffer, buffer }) do
    vim.api.nvim_buf_clear_namespace(one, NAMESPACE, 0, -1)
  end
  vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, line - 1, 0, { line_hl_group = highlights.HERE })
end

---@param side meteorscope.Side
---@param line integer
---@return integer line of the same segment in the other window
local function across(side, line)
  local low, high, starts = 1, #side.starts, side.starts
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if starts[middle][1] < line then
      low = middle
    else
      high = middle - 1
    end
  end
  local here, there = starts[low][1], starts[low][2]
  local last = starts[low + 1] and starts[low + 1][2] - 1 or math.huge
  local target = math.min(there + line - here, math.max(there, last) + 1)
  local count = vim.api.nvim_buf_line_count(sides[side.other].buffer)
  return math.min(math.max(target, 1), count)
end

--- Asks which lines belong together, and shows the other side of the current window so.
---@param window integer one of the two
local function ask_lines(window)
  local other = sides[window].other
  for one, beside in pairs({ [window] = other, [other] = window }) do
    local side, buffer = sides[one], sides[one].buffer
    side.count = vim.api.nvim_buf_line_count(buffer)
    local client = server.client(buffer)
    local params = {
      textDocument = server.document(buffer),
      other = vim.uri_from_bufnr(sides[beside].buffer),
    }
    if client then
      server.request(client, 'meteor/lines', params, buffer, function(problem, answer)
        if sides[one] == side and not problem and answer then
          side.starts = answer.starts
          if one == vim.api.nvim_get_current_win() then
            M.follow()
          end
        end
      end)
    end
  end
end

--- Brings the other window to the segment that the cursor of this one is on.
---@param window integer
local function lead_by_cursor(window)
  local side = side_of(window)
  if not side then
    return
  end
  local line = vim.api.nvim_win_get_cursor(window)[1]
  side.top = top_of(window)
  local target = across(side, line)
  local room = vim.api.nvim_win_get_height(side.other) - height(side.other, target, target)
  local above = math.min(height(window, side.top, line - 1), math.max(room, 0))
  show(side.other, top_for(side.other, target, above), target)
  mark(side, target)
end

--- Scrolls the other window to the top line of this one, which a mouse has scrolled.
---@param window integer
local function lead_by_top(window)
  local side = side_of(window)
  if not side then
    return
  end
  side.top = top_of(window)
  local top = across(side, side.top)
  local line = vim.api.nvim_win_get_cursor(side.other)[1]
  show(side.other, top, math.min(math.max(line, top), bottom_for(side.other, top)))
  if side.other == vim.api.nvim_get_current_win() then
    local other = sides[side.other]
    mark(other, across(other, vim.api.nvim_win_get_cursor(side.other)[1]))
  end
end

local function scrolled()
  local current = vim.api.nvim_get_current_win()
  for name in pairs(vim.v.event) do
    local window = tonumber(name)
    local side = window and side_of(window)
    if side and side.top ~= top_of(window) then
      if window == current then
        lead_by_cursor(window)
      else
        lead_by_top(window)
      end
    end
  end
end

function M.follow()
  local window = vim.api.nvim_get_current_win()
  local side = side_of(window)
  if side and side.count ~= vim.api.nvim_buf_line_count(side.buffer) then
    ask_lines(window)
  end
  lead_by_cursor(window)
end

--- Asks again which lines belong together, as that may be others since scores have changed.
function M.scores_changed()
  for window, side in pairs(sides) do
    if side_of(window) and window < side.other then
      ask_lines(window)
    end
  end
end

--- Unbinds two windows.
---@param window integer one of them
local function unbind(window)
  local side = sides[window]
  if not side then
    return
  end
  for _, one in ipairs({ window, side.other }) do
    local buffer = sides[one].buffer
    if vim.api.nvim_buf_is_valid(buffer) then
      vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
    end
    sides[one] = nil
  end
  if next(sides) == nil then
    vim.api.nvim_create_augroup(GROUP, {})
  end
end

local EVENTS = { 'CursorMoved', 'CursorMovedI', 'TextChanged', 'TextChangedI', 'WinEnter' }

local function watch()
  local group = vim.api.nvim_create_augroup(GROUP, {})
  local function on(events, callback)
    vim.api.nvim_create_autocmd(events, { group = group, callback = callback })
  end
  on(EVENTS, M.follow)
  on('WinResized', M.follow)
  on('WinScrolled', scrolled)
  on('WinClosed', function(event)
    unbind(tonumber(event.match) --[[@as integer]])
  end)
end

--- The window of this tab that shows a buffer, opened if missing.
---@param buffer integer
---@param where 'left'|'right'
---@return integer window, boolean opened
local function window_with(buffer, where)
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local is_float = vim.api.nvim_win_get_config(window).relative ~= ''
    if vim.api.nvim_win_get_buf(window) == buffer and not is_float then
      return window, false
    end
  end
  vim.bo[buffer].buflisted = true
  vim.fn.bufload(buffer)
  return vim.api.nvim_open_win(buffer, false, { split = where, win = 0 }), true
end

---@param window integer with the cursor
---@param other integer
---@param opened boolean whether the other window was
local function bind(window, other, opened)
  unbind(window)
  unbind(other)
  local buffer = vim.api.nvim_win_get_buf(window)
  sides[window] = { other = other, buffer = buffer, starts = { { 0, 0 } }, opened = false }
  buffer = vim.api.nvim_win_get_buf(other)
  sides[other] = { other = window, buffer = buffer, starts = { { 0, 0 } }, opened = opened }
  watch()
  ask_lines(window)
  M.follow()
end

---@param uri string
---@return integer
local function buffer_of(uri)
  return vim.fn.bufadd(vim.fn.fnamemodify(vim.uri_to_fname(uri), ':.')) -- as short as with :edit
end

--- The URI of the other side.
---@param buffer integer
---@param summary table
---@param here? table the segment under the cursor
---@return string? uri
local function other_side(buffer, summary, here)
  local function is_here(uri)
    return buffer_of(uri) == buffer
  end
  if is_here(summary.hypothesis) then
    local uri = here and here.documents and here.documents.reference.uri or summary.references[1]
    return not is_here(uri) and uri or nil
  end
  return summary.hypothesis
end

--- Opens the other side beside this one, the hypothesis on the left, and binds both.
function M.open()
  local window, buffer = vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf()
  local client = server.client(buffer)
  if not client then
    missing.tell_no_server()
    return
  end
  local params = { textDocument = server.document(buffer) }
  local place = vim.lsp.util.make_position_params(window, client.offset_encoding)
  server.request(client, 'meteor/summary', params, buffer, function(problem, summary)
    if problem or not summary then
      missing.tell_why(client, buffer)
      return
    end
    server.request(client, 'meteor/alignment', place, buffer, function(_, here)
      if vim.api.nvim_get_current_win() ~= window or vim.api.nvim_win_get_buf(window) ~= buffer then
        return -- the cursor is in another window by now
      end
      local uri = other_side(buffer, summary, here)
      if not uri then
        messages.tell('hypothesis and reference are both in this file')
        return
      end
      local is_hypothesis = buffer_of(summary.hypothesis) == buffer
      local shown, opened = window_with(buffer_of(uri), is_hypothesis and 'right' or 'left')
      bind(window, shown, opened)
    end)
  end)
end

--- Unbinds the sides, and closes the window that was opened for them.
function M.close()
  local window = vim.api.nvim_get_current_win()
  local side = sides[window]
  if not side then
    return
  end
  local opened = sides[side.other].opened and side.other or side.opened and window or nil
  unbind(window)
  if opened then
    vim.api.nvim_win_close(opened, false)
  end
end

--- Whether the window with the cursor is one of two that are bound.
---@return boolean
function M.is_open()
  return side_of(vim.api.nvim_get_current_win()) ~= nil
end

return M
