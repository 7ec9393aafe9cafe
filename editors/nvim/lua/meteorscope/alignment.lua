--- A picture of the alignment of the segment under the cursor, in a window that floats at the
--- bottom of the window with the text, or at its top where it would hide the cursor. It follows
--- the cursor and every edit, on either side of the pair.
local M = {}

local attachment = require('meteorscope.attachment')
local highlights = require('meteorscope.highlights')
local options = require('meteorscope.options')
local server = require('meteorscope.server')

local NAMESPACE = vim.api.nvim_create_namespace('meteorscope.alignment')
local BORDER = 2 -- columns, and lines, that the border takes

local on = false
local float, canvas -- the window and its buffer
local asked, due, again -- one question at a time, and whether there is another by then

local function hide()
  if float and vim.api.nvim_win_is_valid(float) then
    vim.api.nvim_win_close(float, true)
  end
  float = nil
end

--- The pieces as text, and where which group stands, in bytes.
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

local function paint(lines)
  if not canvas or not vim.api.nvim_buf_is_valid(canvas) then
    canvas = vim.api.nvim_create_buf(false, true)
    vim.bo[canvas].filetype = 'meteoralignment'
    vim.keymap.set('n', 'q', M.close, { buffer = canvas, desc = 'Close the alignment' })
    -- Who closes it by :q does not want it back, either.
    vim.api.nvim_create_autocmd('QuitPre', { buffer = canvas, callback = M.forget })
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
  return #texts
end

--- Where the window with the picture belongs.
local function place(window, wanted_height, legend)
  local room = vim.api.nvim_win_get_height(window)
  local most = options.current.alignment.height
  most = most < 1 and math.floor(room * most) or most
  local height = math.max(1, math.min(wanted_height, most, room - BORDER - 1))
  local row = room - height - BORDER
  local cursor = vim.api.nvim_win_call(window, vim.fn.winline)
  return {
    relative = 'win',
    win = window,
    row = cursor > row and 0 or row,
    col = 0,
    width = vim.api.nvim_win_get_width(window) - BORDER,
    height = height,
    style = 'minimal',
    border = 'rounded',
    footer = { { ' ' .. legend .. ' ', 'MeteorAlignmentBorder' } },
    footer_pos = 'right',
    zindex = 40, -- below hovers and completion
  }
end

local function show(window, picture)
  local height = paint(picture.lines)
  local legend = assembled(picture.legend)
  local config = place(window, height, legend)
  if float and vim.api.nvim_win_is_valid(float) then
    vim.api.nvim_win_set_config(float, config)
    return
  end
  config.noautocmd = true
  float = vim.api.nvim_open_win(canvas, false, config)
  vim.wo[float].wrap = false
  vim.wo[float].winhighlight = 'NormalFloat:MeteorAlignment,FloatBorder:MeteorAlignmentBorder'
end

local function question(window, buffer, client)
  local position = vim.lsp.util.make_position_params(window, client.offset_encoding)
  return {
    window = window,
    buffer = buffer,
    tick = vim.api.nvim_buf_get_changedtick(buffer),
    age = attachment.age(buffer),
    params = {
      textDocument = server.document(buffer),
      position = position.position,
      width = vim.api.nvim_win_get_width(window) - BORDER,
    },
  }
end

local function about_the_same_segment(one, other)
  return other
    and one.window == other.window
    and one.buffer == other.buffer
    and one.tick == other.tick
    and one.age == other.age
    and one.params.width == other.params.width
    and one.params.position.line == other.params.position.line
end

local function ask(client, wanted)
  due, asked = true, wanted
  local sent = server.request(
    client,
    'meteor/picture',
    wanted.params,
    wanted.buffer,
    function(problem, picture)
      due = false
      -- While somebody types, a picture of the text a moment ago is better than none.
      if on and asked == wanted and vim.api.nvim_win_is_valid(wanted.window) then
        if picture and not problem then
          show(wanted.window, picture)
        elseif not again then
          hide()
        end
      end
      if again then
        again = false
        M.follow()
      end
    end
  )
  due = sent and due
end

--- Brings the picture to what the cursor is on now.
function M.follow()
  if not on then
    return
  end
  local window, buffer = vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf()
  if buffer == canvas then
    return
  end
  local client = attachment.client(buffer)
  if not client then
    asked = nil
    hide()
    return
  end
  if due then
    again = true
    return
  end
  local wanted = question(window, buffer, client)
  if about_the_same_segment(wanted, asked) and float then
    -- The same picture; only the cursor may be where it would hide it.
    if vim.api.nvim_win_is_valid(float) then
      local height = vim.api.nvim_buf_line_count(canvas)
      local row = place(window, height, '').row
      local config = vim.api.nvim_win_get_config(float)
      if config.row ~= row then
        vim.api.nvim_win_set_config(float, { relative = 'win', win = window, row = row, col = 0 })
      end
      return
    end
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

function M.open()
  on = true
  vim.api.nvim_create_autocmd(EVENTS, {
    group = vim.api.nvim_create_augroup('meteorscope.alignment', {}),
    callback = function()
      M.follow()
    end,
  })
  M.follow()
end

--- Does not follow any more.
function M.forget()
  on, asked, again = false, nil, false
  vim.api.nvim_create_augroup('meteorscope.alignment', {})
end

function M.close()
  M.forget()
  hide()
end

---@return boolean
function M.is_open()
  return on
end

--- The window that shows the picture now.
---@return integer?
function M.window()
  return float and vim.api.nvim_win_is_valid(float) and float or nil
end

return M
