--- Keeps the drawing of the lines on screen up to date.
---
--- Neovim tells, as it draws a window, which lines it shows. If these, their text or the scores are
--- others than when they were last asked about, the server is asked, one question at a time: so
--- the pace is the server's, and an edit costs as much as the screen shows, however long the file is.
--- Asking also sends an edit at once, where Neovim would otherwise wait 150 ms.
local M = {}

local attachment = require('meteorscope.attachment')
local chunks = require('meteorscope.chunks')
local scores = require('meteorscope.scores')
local server = require('meteorscope.server')
local states = require('meteorscope.states')

---@class meteorscope.Drawer A kind of decoration on lines.
---@field NAMESPACE integer
---@field METHOD string what the server is asked
---@field wanted fun(): boolean
---@field draw fun(client: vim.lsp.Client, lines: meteorscope.Lines, answer: any)

local DRAWERS = { scores, chunks, states } ---@type meteorscope.Drawer[]

---@class meteorscope.View The content of a window.
---@field buffer integer
---@field tick integer of the buffer's text
---@field age integer of its scores
---@field first integer the first line, from 0
---@field last integer the line behind the last
---@field columns integer that a row has for text
---@field spans? integer[][] first and last of the lines between folds
---@field drawn boolean[] by number of a drawer

---@class meteorscope.Window
---@field wanted meteorscope.View
---@field asked? meteorscope.View
---@field due integer answers that have not come

local windows = {} ---@type table<integer, meteorscope.Window>

---@return boolean[]
local function wanted_drawers()
  return vim.tbl_map(function(drawer)
    return drawer.wanted()
  end, DRAWERS)
end

--- The lines that are on screen, without those hidden in folds: one fold may be the whole file.
---@param window integer
---@param view meteorscope.View
---@return integer[][]
local function spans(window, view)
  if view.last - view.first <= vim.api.nvim_win_get_height(window) + 1 then
    return { { view.first, view.last } }
  end
  return vim.api.nvim_win_call(window, function()
    local found, row = {}, view.first
    while row < view.last do
      local fold = vim.fn.foldclosedend(row + 1)
      local latest = found[#found]
      if latest and latest[2] == row then
        latest[2] = row + 1
      else
        table.insert(found, { row, row + 1 })
      end
      row = fold == -1 and row + 1 or fold
    end
    return found
  end)
end

---@param drawer meteorscope.Drawer
---@param buffer integer
local function take_off(drawer, buffer)
  if vim.api.nvim_buf_is_valid(buffer) then
    vim.api.nvim_buf_clear_namespace(buffer, drawer.NAMESPACE, 0, -1)
  end
end

--- Asks about lines, and draws the answer.
---@param drawer meteorscope.Drawer
---@param client vim.lsp.Client
---@param lines meteorscope.Lines
---@param done fun()
local function ask_and_draw(drawer, client, lines, done)
  server.ask_about_lines(client, drawer.METHOD, lines, function(answer)
    if answer and drawer.wanted() then
      vim.api.nvim_buf_clear_namespace(lines.buffer, drawer.NAMESPACE, lines.first, lines.last)
      drawer.draw(client, lines, answer)
    end
    done()
  end)
end

local ask

---@param window integer
---@param state meteorscope.Window
local function answered(window, state)
  state.due = state.due - 1
  if windows[window] == state and state.due == 0 then
    ask(window)
  end
end

---@param window integer
function ask(window)
  local state = windows[window]
  local client = state and attachment.client(state.wanted.buffer)
  if not client or state.due > 0 or vim.deep_equal(state.wanted, state.asked) then
    return
  end
  local wanted = state.wanted
  local edited = not state.asked or state.asked.tick ~= wanted.tick
  state.asked = wanted
  for number, drawer in ipairs(DRAWERS) do
    if not wanted.drawn[number] then
      take_off(drawer, wanted.buffer)
    end
    for _, span in ipairs(wanted.drawn[number] and wanted.spans or {}) do
      state.due = state.due + 1
      local lines = {
        window = window,
        buffer = wanted.buffer,
        tick = wanted.tick,
        first = span[1],
        last = span[2],
      }
      ask_and_draw(drawer, client, lines, function()
        answered(window, state)
      end)
    end
  end
  if edited then
    attachment.edited(wanted.buffer)
  end
end

---@param window integer
---@return integer
local function columns_of(window)
  local info = vim.fn.getwininfo(window)[1]
  return info.width - info.textoff
end

--- Notes what a window shows, while Neovim draws it.
local function show(_, window, buffer, first, last)
  if not attachment.client(buffer) then
    return
  end
  local wanted = {
    buffer = buffer,
    tick = vim.api.nvim_buf_get_changedtick(buffer),
    age = attachment.age(buffer),
    first = first,
    last = math.min(last + 2, vim.api.nvim_buf_line_count(buffer)), -- one may be there in part
    columns = columns_of(window),
    drawn = wanted_drawers(),
  }
  local state = windows[window] or { due = 0 }
  windows[window] = state
  if last - first < vim.api.nvim_win_get_height(window) and state.wanted then
    wanted.spans = { { wanted.first, wanted.last } }
    if vim.deep_equal(wanted, state.wanted) then
      return
    end
  end
  state.wanted = wanted
  vim.schedule(function()
    if state.wanted == wanted and vim.api.nvim_win_is_valid(window) then
      wanted.spans = spans(window, wanted)
      ask(window)
    end
  end)
end

function M.watch()
  local namespace = vim.api.nvim_create_namespace('meteorscope.screen')
  vim.api.nvim_set_decoration_provider(namespace, { on_win = show })
  local group = vim.api.nvim_create_augroup('meteorscope.screen', {})
  vim.api.nvim_create_autocmd('WinClosed', {
    group = group,
    callback = function(event)
      windows[tonumber(event.match)] = nil
    end,
  })
end

--- Asks again about all windows of a buffer, because its scores or its drawing have changed.
---@param buffer integer
function M.ask_anew(buffer)
  local count = vim.api.nvim_buf_line_count(buffer)
  for window, state in pairs(windows) do
    if state.wanted.buffer == buffer and vim.api.nvim_win_is_valid(window) then
      local wanted = vim.tbl_extend('force', state.wanted, {
        tick = vim.api.nvim_buf_get_changedtick(buffer),
        age = attachment.age(buffer),
        last = math.min(state.wanted.last, count),
        drawn = wanted_drawers(),
      })
      wanted.spans = spans(window, wanted)
      state.wanted = wanted
      ask(window)
    end
  end
end

--- Removes all decorations of a buffer.
---@param buffer integer
function M.clear(buffer)
  for window, state in pairs(windows) do
    if state.wanted.buffer == buffer then
      windows[window] = nil
    end
  end
  for _, drawer in ipairs(DRAWERS) do
    take_off(drawer, buffer)
  end
end

return M
