--- Keeps what is drawn on the lines on screen up to date.
---
--- Neovim tells, as it draws a window, which lines it shows. If these, their text or the scores are
--- others than when they were last asked about, the server is asked, one question at a time: so
--- the pace is the server's, and an edit costs what is on screen, however long the file is.
--- (Neovim's own inlay hints ask for the whole file after every edit.) Asking also sends an edit
--- at once, where Neovim would otherwise wait 150 ms.
local M = {}

local attachment = require('meteorscope.attachment')
local chunks = require('meteorscope.chunks')
local scores = require('meteorscope.scores')

local DRAWERS = { scores, chunks } -- each has `wanted`, `ask` and `clear`

--- By window: what is wanted, what was asked for, and how many answers are due.
local windows = {}

local function same(one, other)
  return other ~= nil and vim.deep_equal(one, other)
end

local ask

local function answered(window)
  local state = windows[window]
  if not state or state.due == 0 then
    return
  end
  state.due = state.due - 1
  if state.due == 0 and not same(state.wanted, state.asked) then
    ask(window)
  end
end

function ask(window)
  local state = windows[window]
  local client = state and attachment.client(state.wanted.buffer)
  if not client or state.due > 0 or same(state.wanted, state.asked) then
    return
  end
  local wanted = state.wanted
  local edited = not state.asked or state.asked.tick ~= wanted.tick
  state.asked = wanted
  for number, drawer in ipairs(DRAWERS) do
    if wanted.drawn[number] then
      state.due = state.due + 1
      drawer.ask(client, wanted, function()
        answered(window)
      end)
    else
      drawer.clear(wanted.buffer)
    end
  end
  if edited then
    attachment.edited(wanted.buffer)
  end
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
    last = last + 1,
    drawn = vim.tbl_map(function(drawer)
      return drawer.wanted(buffer)
    end, DRAWERS),
  }
  local state = windows[window] or { due = 0 }
  windows[window] = state
  if same(wanted, state.wanted) then
    return
  end
  state.wanted = wanted
  vim.schedule(function()
    ask(window)
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

--- Asks again about all windows of a buffer, as its scores are others now or it is drawn otherwise.
---@param buffer integer
function M.ask_anew(buffer)
  for window, state in pairs(windows) do
    if state.wanted.buffer == buffer and vim.api.nvim_win_is_valid(window) then
      local last = vim.api.nvim_buf_line_count(buffer)
      state.wanted = vim.tbl_extend('force', state.wanted, {
        tick = vim.api.nvim_buf_get_changedtick(buffer),
        age = attachment.age(buffer),
        last = math.min(state.wanted.last, last),
        drawn = vim.tbl_map(function(drawer)
          return drawer.wanted(buffer)
        end, DRAWERS),
      })
      ask(window)
    end
  end
end

--- Takes everything off a buffer.
---@param buffer integer
function M.clear(buffer)
  for window, state in pairs(windows) do
    if state.wanted.buffer == buffer then
      windows[window] = nil
    end
  end
  for _, drawer in ipairs(DRAWERS) do
    drawer.clear(buffer)
  end
end

return M
