--- The review of a pair: a list of its segments below the text, and keys for what a reviewer does. The list follows the cursor in the text, and every edit.
local M = {}

local messages = require('meteorscope.messages')
local server = require('meteorscope.server')
local STATES = require('meteorscope.states').MARKS
local missing = require('meteorscope.missing')

local NAMESPACE = vim.api.nvim_create_namespace('meteorscope.review')
local GROUP = 'meteorscope.review'
local PAGE = 1000 -- rows that the server gives at once
local HEAD = 3 -- lines above the rows
local RENEWED = 32 -- segments that the server reviews again in a moment, of which the heading says nothing

local ORDERS = { 'file', 'score', 'hter', 'edit-share', 'time' }

local COLUMNS = '       state      class     METEOR HTER  diagnostics, comments'

local HELP = '<CR> go  n next  a approve  r reject  d reviewed  w in work  t to do  c comment  '
  .. 'm take MT back  u undo  f filter  o order  ]] [[ page  q close'

---@class meteorscope.ReviewRow
---@field segment integer
---@field score? number
---@field hter? number
---@field class? string
---@field state string
---@field comments integer
---@field post_edit string
---@field diagnostics string[]
---@field places table<string, { uri: string, range: lsp.Range }>

---@class meteorscope.Review
---@field client vim.lsp.Client
---@field text integer the buffer that is reviewed
---@field list integer the buffer with the list
---@field filter string as it was typed
---@field taken string the last that the server has taken
---@field order integer of ORDERS
---@field begin integer of the page, from 0
---@field total integer
---@field rows meteorscope.ReviewRow[]
---@field asking boolean
---@field again boolean

local open ---@type meteorscope.Review?

---@return boolean
local function is_valid()
  return open ~= nil
    and vim.api.nvim_buf_is_valid(open.list)
    and vim.api.nvim_buf_is_loaded(open.text)
end

---@return integer? window
local function list_window()
  return is_valid() and vim.fn.win_findbuf(open.list)[1] or nil
end

---@return integer? window
local function text_window()
  return is_valid() and vim.fn.win_findbuf(open.text)[1] or nil
end

---@param method string
---@param params table
---@param answered fun(answer: any)
local function ask(method, params, answered)
  local review = open --[[@as meteorscope.Review]]
  params.textDocument = server.document(review.text)
  server.request(review.client, method, params, review.text, function(problem, answer)
    if problem then
      messages.tell(problem.message, vim.log.levels.ERROR)
    end
    if open == review and is_valid() then
      answered(not problem and answer or nil)
    end
  end)
end

---@param value? number
---@return string
local function number(value)
  return type(value) == 'number' and ('%.3f'):format(value) or '  ·  '
end

---@param row meteorscope.ReviewRow
---@return string
local function line_of(row)
  local class = type(row.class) == 'string' and row.class or ''
  local found = #row.diagnostics > 0 and ('!%d'):format(#row.diagnostics) or ''
  local said = row.comments > 0 and ('"%d'):format(row.comments) or ''
  return ('%6d %s %-9s %-6s %s %-3s%-3s %s'):format(
    row.segment,
    STATES[row.state].mark .. ' ' .. ('%-8s'):format(row.state),
    class,
    number(row.score),
    number(row.hter),
    found,
    said,
    (row.post_edit:gsub('%s+', ' '))
  )
end

---@param lines string[]
local function write(lines)
  local review = open --[[@as meteorscope.Review]]
  vim.bo[review.list].modifiable = true
  vim.api.nvim_buf_set_lines(review.list, 0, -1, false, lines)
  vim.bo[review.list].modifiable = false
  vim.api.nvim_buf_clear_namespace(review.list, NAMESPACE, 0, -1)
  vim.api.nvim_buf_set_extmark(review.list, NAMESPACE, 0, 0, { line_hl_group = 'MeteorHeading' })
  for row = 1, math.min(HEAD, #lines) - 1 do
    vim.api.nvim_buf_set_extmark(review.list, NAMESPACE, row, 0, { line_hl_group = 'MeteorDim' })
  end
  for index, row in ipairs(review.rows) do
    vim.api.nvim_buf_set_extmark(review.list, NAMESPACE, HEAD + index - 1, 7, {
      end_col = 7 + #STATES[row.state].mark,
      hl_group = STATES[row.state].group,
    })
  end
end

---@param summary table the answer to `meteor/review`
---@return string
local function heading(summary)
  local review = open --[[@as meteorscope.Review]]
  local name = vim.fs.basename(vim.api.nvim_buf_get_name(review.text))
  local total, states = summary.total, {}
  for _, state in ipairs({ 'to-do', 'in-work', 'reviewed', 'approved', 'rejected' }) do
    if summary.states[state] > 0 then
      table.insert(states, ('%d %s'):format(summary.states[state], state))
    end
  end
  local open_ones = summary.segments - summary.reviewed
  local made = (summary.reviewed == 0 or open_ones > RENEWED)
      and ('  %d of %d made'):format(summary.reviewed, summary.segments)
    or ''
  return ('Review of %s: METEOR %.3f  HTER %.3f  %s%s'):format(
    name,
    total.score,
    total.hter,
    table.concat(states, ', '),
    made
  )
end

---@return string
local function subtitle()
  local review = open --[[@as meteorscope.Review]]
  local last = review.begin + #review.rows
  local which = review.total > #review.rows
      and ('%d to %d of %d'):format(review.begin + 1, last, review.total)
    or ('%d segments'):format(review.total)
  local filter = review.filter ~= '' and '  filter ' .. review.filter or ''
  return ('%s  by %s%s  ? for keys'):format(which, ORDERS[review.order], filter)
end

--- The row of the list on a line, or at the cursor in the list.
---@param line? integer
---@return meteorscope.ReviewRow?
local function row_at(line)
  local window = list_window()
  if not window then
    return nil
  end
  line = line or vim.api.nvim_win_get_cursor(window)[1]
  return open.rows[math.max(line - HEAD, 1)]
end

--- Puts the cursor of the list on a segment, if it is on this page.
---@param segment? integer
local function show_row(segment)
  local window = list_window()
  for index, row in ipairs(segment and window and open.rows or {}) do
    if row.segment == segment then
      vim.api.nvim_win_set_cursor(window --[[@as integer]], { HEAD + index, 0 })
      return
    end
  end
end

---@param row meteorscope.ReviewRow
---@return lsp.Range?
local function range_of(row)
  local place = row.places and row.places.post_edit
  if type(place) ~= 'table' or place.uri ~= vim.uri_from_bufnr(open.text) then
    place = row.places and row.places.mt
  end
  return type(place) == 'table' and place.range or nil
end

local refresh

--- Asks for the page again, and draws what has come.
---@param where? { at?: integer, position?: lsp.Position, segment?: integer } what to show
function refresh(where)
  if not is_valid() then
    return
  end
  if open.asking then
    open.again = true
    return
  end
  open.asking = true
  where = where or {}
  local params = { filter = open.filter, order = ORDERS[open.order], brief = true }
  params.begin, params['end'] = open.begin, open.begin + PAGE
  if where.at or where.position then
    params.begin, params['end'] = nil, nil
    params.at, params.position = where.at, where.position
  end
  ask('meteor/reviewRows', params, function(answer)
    ask('meteor/review', {}, function(summary)
      local here = row_at() -- where the cursor is by now
      local segment = where.segment or (here and here.segment)
      if not answer and params.filter ~= open.taken then
        open.asking = false -- the server has reported the invalid filter
        open.filter = open.filter == params.filter and open.taken or open.filter
        refresh()
        return
      end
      local was_empty = #open.rows == 0
      if answer then
        open.taken = params.filter
        open.begin, open.total, open.rows = answer.begin, answer.total, answer.rows
      end
      open.asking = false
      if not (answer and summary and summary.total) then
        write({ 'Review', summary and summary.problem or 'There is nothing to review.' })
        return
      end
      local lines = { heading(summary), subtitle(), COLUMNS }
      for _, row in ipairs(open.rows) do
        table.insert(lines, line_of(row))
      end
      write(lines)
      show_row(segment)
      if was_empty and open.rows[1] then
        show_row(open.rows[1].segment) -- on no heading, where keys have nothing to act on
        M.follow()
      end
      if open.again then
        open.again = false
        refresh()
      end
    end)
  end)
end

--- Puts the cursor of the text on a range.
---@param range? lsp.Range
---@param focus boolean whether to go there
local function show_text(range, focus)
  local window = text_window()
  if not window or not range then
    return
  end
  local row = range.start.line
  local line = vim.api.nvim_buf_get_lines(open.text, row, row + 1, false)[1] or ''
  local column = server.byte_column(open.client, line, range.start.character)
  vim.api.nvim_win_call(window, function()
    vim.cmd("normal! m'")
    vim.api.nvim_win_set_cursor(window, { row + 1, column })
    vim.cmd('normal! zv')
  end)
  if focus then
    vim.api.nvim_set_current_win(window)
  end
end

---@param focus boolean
local function show_text_of_row(focus)
  local row = row_at()
  show_text(row and range_of(row), focus)
end

--- Goes to the next segment or edit from the cursor of the text.
---@param what 'unreviewed'|'edit'|'diagnostic'
---@param backwards? boolean
---@param focus? boolean whether to go to the text, if the cursor is in the list
function M.go(what, backwards, focus)
  local buffer = vim.api.nvim_get_current_buf()
  local review = is_valid() and (buffer == open.list or buffer == open.text) and open or nil
  local text = review and review.text or buffer
  local client = review and review.client or server.client(text)
  local window = review and text_window() or vim.api.nvim_get_current_win()
  if not client or not window then
    missing.tell_no_server()
    return
  end
  local position = vim.lsp.util.make_position_params(window, client.offset_encoding).position
  local params = {
    textDocument = server.document(text),
    position = position,
    what = what,
    backwards = backwards or false,
  }
  server.request(client, 'meteor/reviewNext', params, text, function(problem, found)
    if problem then
      messages.tell(problem.message, vim.log.levels.ERROR)
    elseif not found then
      messages.tell(what == 'unreviewed' and 'no other segment is to be reviewed' or 'there is none')
    elseif vim.api.nvim_win_is_valid(window) and vim.api.nvim_win_get_buf(window) == text then
      local row = found.range.start.line
      local line = vim.api.nvim_buf_get_lines(text, row, row + 1, false)[1] or ''
      vim.api.nvim_win_call(window, function()
        vim.cmd("normal! m'")
      end)
      local column = server.byte_column(client, line, found.range.start.character)
      vim.api.nvim_win_set_cursor(window, { row + 1, column })
      if focus then
        vim.api.nvim_set_current_win(window)
      end
      if found.wrapped then
        messages.tell('continued at the other end')
      end
      M.follow()
    end
  end)
end

---@param command string
---@param ... any
local function execute(command, ...)
  local review = open --[[@as meteorscope.Review]]
  local params = { command = command, arguments = { vim.uri_from_bufnr(review.text), ... } }
  server.request(review.client, 'workspace/executeCommand', params, review.text, function(problem, answer)
    if problem then
      messages.tell(problem.message, vim.log.levels.ERROR)
      return
    end
    for _, refused in ipairs(answer and answer.refused or {}) do
      local what = ('segment %d: %s'):format(refused.segment, refused.reason)
      messages.tell(what, vim.log.levels.WARN)
    end
    refresh()
  end)
end

--- The rows that a visual selection covers, else the one at the cursor.
---@return integer[] segments
local function chosen()
  local first, last = vim.fn.line('v'), vim.fn.line('.')
  if vim.fn.mode():match('^[vV]') then
    vim.cmd('normal! \27')
  else
    first = last
  end
  local segments = {}
  for line = math.min(first, last), math.max(first, last) do
    local row = line > HEAD and open.rows[line - HEAD]
    if row then
      table.insert(segments, row.segment)
    end
  end
  return segments
end

--- Asks for a comment on a segment.
---@param prompt string
---@param segment integer
---@param then_? fun() called whether or not there is one
local function ask_comment(prompt, segment, then_)
  vim.ui.input({ prompt = prompt:format(segment) }, function(said)
    if said and said ~= '' and is_valid() then
      execute('meteor.comment', segment, said)
    end
    if then_ then
      then_()
    end
  end)
end

local function next_line()
  local window = list_window()
  if window then
    local line = vim.api.nvim_win_get_cursor(window)[1]
    local last = vim.api.nvim_buf_line_count(open.list)
    vim.api.nvim_win_set_cursor(window, { math.min(line + 1, last), 0 })
  end
end

--- Sets a state; of one segment that is rejected, the reason is asked for before the list goes on.
---@param state string
local function set_state(state)
  local segments = chosen()
  if #segments > 0 then
    execute('meteor.setState', segments, state)
  end
  if #segments == 1 and state == 'rejected' then
    ask_comment('Why is segment %d rejected? ', segments[1], next_line)
  elseif #segments == 1 then
    next_line()
  end
end

local function comment()
  local row = row_at()
  if row then
    ask_comment('Comment on segment %d: ', row.segment)
  end
end

---@param said string
local function set_filter(said)
  open.filter, open.begin = said, 0
  refresh()
end

local function ask_filter()
  vim.ui.input({ prompt = 'Filter: ', default = open.filter }, function(said)
    if said and is_valid() then
      set_filter(said)
    end
  end)
end

local function next_order()
  open.order = open.order % #ORDERS + 1
  open.begin = 0
  refresh()
end

---@param step integer
local function turn_page(step)
  local begin = open.begin + step * PAGE
  if begin >= 0 and begin < open.total then
    open.begin = begin
    refresh()
  end
end

local KEYS = {
  ['<CR>'] = function()
    show_text_of_row(true)
  end,
  n = function()
    M.go('unreviewed')
  end,
  c = comment,
  u = function()
    execute('meteor.undo')
  end,
  m = function()
    local segments = chosen()
    if #segments > 0 then
      execute('meteor.takeBack', segments)
    end
  end,
  f = ask_filter,
  o = next_order,
  [']]'] = function()
    turn_page(1)
  end,
  ['[['] = function()
    turn_page(-1)
  end,
  q = function()
    M.close()
  end,
  ['?'] = function()
    vim.api.nvim_echo({ { HELP } }, false, {})
  end,
}
for key, state in pairs({ a = 'approved', r = 'rejected', d = 'reviewed', w = 'in-work', t = 'to-do' }) do
  KEYS[key] = function()
    set_state(state)
  end
end
local ON_SELECTIONS = { 'a', 'r', 'd', 'w', 't', 'm' }

--- Has the list follow the cursor of the text.
function M.follow()
  local window = text_window()
  if not window or not list_window() then
    return
  end
  local cursor = vim.api.nvim_win_get_cursor(window)[1] - 1
  for index, row in ipairs(open.rows) do
    local range = range_of(row)
    if range and range.start.line <= cursor and cursor <= range['end'].line then
      vim.api.nvim_win_set_cursor(list_window(), { HEAD + index, 0 })
      return
    end
  end
end

local function watch()
  local group = vim.api.nvim_create_augroup(GROUP, {})
  local here = open --[[@as meteorscope.Review]]
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI' }, {
    group = group,
    buffer = here.text,
    callback = M.follow,
  })
  vim.api.nvim_create_autocmd('CursorMoved', {
    group = group,
    buffer = here.list,
    callback = function()
      show_text_of_row(false)
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', {
    group = group,
    buffer = here.list,
    callback = function()
      M.forget()
    end,
  })
  vim.api.nvim_create_autocmd('BufUnload', {
    group = group,
    buffer = here.text,
    callback = function()
      vim.schedule(M.close)
    end,
  })
end

--- The server says that a review has changed.
---@param params { uri: string }
function M.changed(params)
  if is_valid() and params.uri == vim.uri_from_bufnr(open.text) then
    refresh()
  end
end

---@return boolean
function M.is_open()
  return list_window() ~= nil
end

--- Opens the list, or shows it with another filter.
---@param said? string
function M.open(said)
  if list_window() then
    if said then
      set_filter(said)
    end
    return
  end
  local text = vim.api.nvim_get_current_buf()
  local client = server.client(text)
  if not client then
    missing.tell_no_server()
    return
  end
  local list = vim.api.nvim_create_buf(false, true)
  open = {
    client = client,
    text = text,
    list = list,
    filter = '',
    taken = '',
    order = 1,
    begin = 0,
    total = 0,
    rows = {},
    asking = false,
    again = false,
  }
  local height = math.max(6, math.floor(vim.o.lines * 0.4))
  local window = vim.api.nvim_open_win(list, false, { split = 'below', height = height })
  vim.bo[list].bufhidden = 'wipe'
  vim.bo[list].filetype = 'meteorreview'
  -- A list of the same name may still be there for a moment.
  pcall(vim.api.nvim_buf_set_name, list, 'meteorreview://' .. vim.fs.basename(vim.api.nvim_buf_get_name(text)))
  for name, value in pairs({ wrap = false, number = false, relativenumber = false, cursorline = true }) do
    vim.api.nvim_set_option_value(name, value, { win = window, scope = 'local' })
  end
  vim.api.nvim_set_option_value('signcolumn', 'no', { win = window, scope = 'local' })
  for key, run in pairs(KEYS) do
    vim.keymap.set('n', key, run, { buffer = list, nowait = true })
  end
  for _, key in ipairs(ON_SELECTIONS) do
    vim.keymap.set('x', key, KEYS[key], { buffer = list, nowait = true })
  end
  watch()
  if said then
    set_filter(said)
  else
    refresh()
  end
  vim.api.nvim_set_current_win(window)
end

--- Lets go of what belongs to the list, which is gone.
function M.forget()
  open = nil
  vim.api.nvim_create_augroup(GROUP, {})
end

function M.close()
  local window = list_window()
  if window then
    vim.api.nvim_win_close(window, true)
  end
  M.forget()
end

return M
