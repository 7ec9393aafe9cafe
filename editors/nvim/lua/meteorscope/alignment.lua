--- A picture of the alignment of the segment under the cursor, in a window that floats at the
--- bottom of the window with the text, or at its top where it would hide the cursor. It follows
--- the cursor and every edit, on either side of the pair.
local M = {}

local attachment = require('meteorscope.attachment')
local files = require('meteorscope.files')
local highlights = require('meteorscope.highlights')
local messages = require('meteorscope.messages')
local missing = require('meteorscope.missing')
local options = require('meteorscope.options')
local server = require('meteorscope.server')

local NAMESPACE = vim.api.nvim_create_namespace('meteorscope.alignment')
local GROUP = 'meteorscope.alignment'
local BORDER = 2 -- columns, and lines, that the border takes
-- Columns and lines of the inside below which there is no picture.
local NARROWEST, LOWEST = 20, 4
local USUAL = 6 -- lines of a picture of one short segment, which a share of a window may not cut

-- A new window takes most of these from the one that is current.
local WINDOW_OPTIONS = {
  wrap = false,
  rightleft = false,
  diff = false,
  scrollbind = false,
  cursorbind = false,
  foldenable = false,
  conceallevel = 0,
  winbar = '',
  winfixbuf = true,
  winhighlight = 'NormalFloat:MeteorAlignment,FloatBorder:MeteorAlignmentBorder',
}

---@alias meteorscope.Piece { text: string, style: string }

---@class meteorscope.Picture The answer to `meteor/picture`.
---@field lines meteorscope.Piece[][]
---@field legend meteorscope.Piece[]

---@class meteorscope.Question The place that a picture is of.
---@field window integer
---@field buffer integer
---@field tick integer of the buffer's text
---@field age integer of its scores
---@field client integer
---@field params { textDocument: table, position: lsp.Position, width: integer }

local on = false
local float ---@type integer? the window
local canvas ---@type integer? its buffer
local legend = '' -- of the picture that is shown
local asked ---@type meteorscope.Question? the current or requested picture
local due ---@type meteorscope.Question? whose answer has not come; one at a time
local again = false -- whether there is another question by then
local opening = false -- whether a person has just asked for a picture

---@return boolean
local function is_shown()
  return float ~= nil and vim.api.nvim_win_is_valid(float)
end

local function hide()
  local window = float
  float = nil -- so that it does not count as closed by hand
  if window and vim.api.nvim_win_is_valid(window) then
    vim.api.nvim_win_close(window, true)
  end
end

--- The pieces as text, and the place of each group, in bytes.
---@param pieces meteorscope.Piece[]
---@return string text, { first: integer, last: integer, group: string }[] marks
local function assembled(pieces)
  local text, marks = '', {}
  for _, piece in ipairs(pieces) do
    local group = highlights.group(piece.style)
    if group then
      table.insert(marks, { first = #text, last = #text + #piece.text, group = group })
    end
    text = text .. piece.text
  end
  return text, marks
end

---@param lines meteorscope.Piece[][]
local function paint(lines)
  if not canvas or not vim.api.nvim_buf_is_loaded(canvas) then
    canvas = vim.api.nvim_create_buf(false, true)
    vim.bo[canvas].bufhidden = 'wipe'
    vim.bo[canvas].filetype = 'meteoralignment'
    vim.keymap.set('n', 'q', M.close, { buffer = canvas, desc = 'Close the alignment' })
  end
  local texts, marks = {}, {}
  for row, pieces in ipairs(lines) do
    texts[row], marks[row] = assembled(pieces)
  end
  vim.bo[canvas].modifiable = true
  vim.api.nvim_buf_set_lines(canvas, 0, -1, false, texts)
  vim.bo[canvas].modifiable = false
  vim.api.nvim_buf_clear_namespace(canvas, NAMESPACE, 0, -1)
  for row, found in ipairs(marks) do
    for _, mark in ipairs(found) do
      vim.api.nvim_buf_set_extmark(canvas, NAMESPACE, row - 1, mark.first, {
        end_col = mark.last,
        hl_group = mark.group,
      })
    end
  end
end

---@param window integer
---@return boolean
local function has_room(window)
  return vim.api.nvim_win_get_width(window) >= NARROWEST + BORDER
    and vim.api.nvim_win_get_height(window) >= LOWEST + BORDER + 1
end

--- The text of the lower border: the number of lines that do not fit, and the legend.
---@param hidden integer lines
---@param width integer columns that there are
---@return string
local function footer(hidden, width)
  local more = hidden > 0 and (' %d more lines: CTRL-W w '):format(hidden) or ''
  local meaning = ' ' .. legend .. ' '
  while #meaning > 0 and vim.api.nvim_strwidth(more .. meaning) > width do
    local shorter = meaning:match('^(.*%S)   ') -- without its last entry
    meaning = shorter and shorter .. ' ' or ''
  end
  return vim.api.nvim_strwidth(more .. meaning) <= width and more .. meaning or ''
end

--- The place of the window with the picture.
---@param window integer with the text
---@return vim.api.keyset.win_config
local function place(window)
  local room, width = vim.api.nvim_win_get_height(window), vim.api.nvim_win_get_width(window)
  local most = options.current.alignment.height
  most = most < 1 and math.max(math.floor(room * most), USUAL) or most
  local wanted = vim.api.nvim_buf_line_count(canvas --[[@as integer]])
  local height = math.max(1, math.min(wanted, most, room - BORDER - 1))
  local row = room - height - BORDER
  local cursor = vim.api.nvim_win_call(window, vim.fn.winline)
  return {
    relative = 'win',
    win = window,
    row = cursor > row and 0 or row,
    col = 0,
    width = width - BORDER,
    height = height,
    style = 'minimal',
    border = 'rounded',
    footer = { { footer(wanted - height, width - BORDER), 'MeteorAlignmentBorder' } },
    footer_pos = 'right',
    zindex = 40, -- below hovers and completion
  }
end

---@param window integer with the text
---@param picture meteorscope.Picture
local function show(window, picture)
  if is_shown() and vim.api.nvim_win_get_tabpage(float) ~= vim.api.nvim_win_get_tabpage(window) then
    hide()
  end
  paint(picture.lines)
  legend = assembled(picture.legend)
  local config = place(window)
  if is_shown() then
    vim.api.nvim_win_set_config(float, config)
    return
  end
  config.noautocmd = true
  float = vim.api.nvim_open_win(canvas, false, config)
  for name, value in pairs(WINDOW_OPTIONS) do
    vim.api.nvim_set_option_value(name, value, { win = float, scope = 'local' })
  end
end

---@param window integer
---@param buffer integer
---@param client vim.lsp.Client
---@return meteorscope.Question
local function question(window, buffer, client)
  local position = vim.lsp.util.make_position_params(window, client.offset_encoding)
  return {
    window = window,
    buffer = buffer,
    tick = vim.api.nvim_buf_get_changedtick(buffer),
    age = attachment.age(buffer),
    client = client.id,
    params = {
      textDocument = server.document(buffer),
      position = position.position,
      width = vim.api.nvim_win_get_width(window) - BORDER,
    },
  }
end

---@param one meteorscope.Question
---@param other? meteorscope.Question
---@return boolean
local function about_the_same_segment(one, other)
  return other ~= nil
    and one.window == other.window
    and one.buffer == other.buffer
    and one.tick == other.tick
    and one.age == other.age
    and one.client == other.client
    and one.params.width == other.params.width
    and one.params.position.line == other.params.position.line
    and (one.params.position.character == other.params.position.character
      or not files.has_several_a_line(one.buffer))
end

--- Says why there is no picture, if a person has asked for one.
---@param wanted meteorscope.Question
---@param picture? meteorscope.Picture for which there is no room
local function tell_why(wanted, picture)
  local client = vim.lsp.get_client_by_id(wanted.client)
  if picture then
    messages.tell('this window is too small for the picture')
  elseif client then
    missing.tell_why(client, wanted.buffer)
  end
end

---@param wanted meteorscope.Question
---@param picture? meteorscope.Picture
local function answered(wanted, picture)
  -- During typing, a picture of the text a moment ago is better than none.
  if not on or asked ~= wanted or not vim.api.nvim_win_is_valid(wanted.window) then
    return
  end
  if picture and has_room(wanted.window) then
    opening = false
    show(wanted.window, picture)
  elseif not again then
    hide()
    if opening then
      opening = false
      tell_why(wanted, picture)
    end
  end
end

---@param client vim.lsp.Client
---@param wanted meteorscope.Question
local function ask(client, wanted)
  due, asked = wanted, wanted
  local function done(problem, picture)
    if due ~= wanted then
      return -- given up meanwhile, as the client had ended
    end
    due = nil
    answered(wanted, not problem and picture or nil)
    if again then
      again = false
      M.follow()
    end
  end
  local method = 'meteor/picture'
  if not server.request(client, method, wanted.params, wanted.buffer, done) then
    due = nil
  end
end

--- Updates the picture for the segment under the cursor.
function M.follow()
  if not on then
    return
  end
  local window, buffer = vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf()
  if buffer == canvas then
    return
  end
  local client = attachment.client(buffer)
  if not client or not has_room(window) then
    asked = nil
    hide()
    return
  end
  if due and vim.lsp.get_client_by_id(due.client) then
    again = true
    return
  end
  local wanted = question(window, buffer, client)
  if is_shown() and about_the_same_segment(wanted, asked) then
    -- The picture is the same, but it may hide the cursor now, or the window may have been resized.
    local config, now = place(window), vim.api.nvim_win_get_config(float)
    if config.row ~= now.row or config.height ~= now.height then
      vim.api.nvim_win_set_config(float, config)
    end
    return
  end
  ask(client, wanted)
end

local EVENTS = {
  'CursorMoved',
  'CursorMovedI',
  'TextChanged',
  'TextChangedI',
  'TextChangedP',
  'WinEnter',
  'BufEnter',
  'WinResized',
  'WinScrolled',
}

--- Opens the picture, now or as soon as the cursor is on a scored segment.
function M.open()
  on, opening = true, true
  local group = vim.api.nvim_create_augroup(GROUP, {})
  vim.api.nvim_create_autocmd(EVENTS, {
    group = group,
    callback = function()
      M.follow()
    end,
  })
  -- A person who closes it from inside does not want it back.
  vim.api.nvim_create_autocmd('WinClosed', {
    group = group,
    callback = function(event)
      local closed = tonumber(event.match)
      if closed == float and closed == vim.api.nvim_get_current_win() then
        M.close()
      end
    end,
  })
  if not attachment.client(vim.api.nvim_get_current_buf()) and not server.is_starting then
    missing.tell_no_server()
  end
  M.follow()
end

function M.close()
  on, asked, due, again, opening = false, nil, nil, false, false
  vim.api.nvim_create_augroup(GROUP, {})
  hide()
end

--- Whether a picture is wanted; there may be nothing to show.
---@return boolean
function M.is_open()
  return on
end

return M
