--- What the server writes to be read: reports, comparisons, reports on reviews, tables. Each is a
--- buffer that belongs to no file; <CR> on a segment goes to it, and :write FILE saves it, in the form
--- that the file's ending says.
local M = {}

local messages = require('meteorscope.messages')
local server = require('meteorscope.server')

local METHOD = 'meteor/document'
local NAMESPACE = vim.api.nvim_create_namespace('meteorscope.documents')
local SCHEME = 'meteorscope:'

---@class meteorscope.Document
---@field client vim.lsp.Client
---@field uri string by which the server knows it
---@field text integer the buffer that it is about
---@field form string in which it is shown
---@field segments { line: integer, segment: integer }[]
---@field formats { format: string, extension: string }[]

local shown = {} ---@type table<integer, meteorscope.Document> by buffer

---@param uri string
---@return boolean
function M.is_one(uri)
  return vim.startswith(uri, SCHEME)
end

---@param document meteorscope.Document
---@param form string
---@param answered fun(answer: { title: string, content: string, formats: table, segments: table })
local function ask(document, form, answered)
  local params = { uri = document.uri, format = form }
  server.request(document.client, METHOD, params, document.text, function(problem, answer)
    if problem or not answer then
      messages.tell(problem and problem.message or 'there is nothing', vim.log.levels.ERROR)
    else
      answered(answer)
    end
  end)
end

---@param buffer integer
---@param answer table
local function fill(buffer, answer)
  local document = shown[buffer]
  document.segments, document.formats = answer.segments, answer.formats
  local lines = vim.split(answer.content, '\n')
  table.remove(lines) -- what follows the last line
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].modified = false
  vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
  for _, one in ipairs(document.segments) do
    vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, one.line, 0, { line_hl_group = 'MeteorHeading' })
  end
end

--- Goes to the segment that the cursor is on.
---@param buffer integer
local function go(buffer)
  local document, line = shown[buffer], vim.fn.line('.') - 1
  local found
  for _, one in ipairs(document.segments) do
    if one.line <= line then
      found = one.segment
    end
  end
  if not found then
    messages.tell('there is no segment on this line')
    return
  end
  vim.cmd("normal! m'")
  server.execute(document.client, document.text, 'meteor.goToSegment', found)
end

--- Writes the document, in the form that the ending of the file says.
---@param buffer integer
---@param file string
local function write(buffer, file)
  local document = shown[buffer]
  local form = document.form
  for _, one in ipairs(document.formats) do
    if vim.endswith(file, '.' .. one.extension) then
      form = one.format
    end
  end
  ask(document, form, function(answer)
    local lines = vim.split(answer.content, '\n') -- ends with an empty one, and so with a new line
    local done, problem = pcall(vim.fn.writefile, lines, file, 'b')
    local text = done and ('%s written'):format(file) or problem --[[@as string]]
    messages.tell(text, not done and vim.log.levels.ERROR or nil)
    if done and vim.api.nvim_buf_is_valid(buffer) then
      vim.bo[buffer].modified = false
    end
  end)
end

---@param document meteorscope.Document
---@param title string
---@return integer buffer
local function create(document, title)
  local buffer = vim.api.nvim_create_buf(false, false)
  shown[buffer] = document
  vim.bo[buffer].buftype = 'acwrite'
  vim.bo[buffer].swapfile = false
  vim.bo[buffer].bufhidden = 'hide'
  vim.bo[buffer].filetype = 'meteorreport'
  pcall(vim.api.nvim_buf_set_name, buffer, 'meteorscope://' .. title)
  local function map(key, run)
    vim.keymap.set('n', key, run, { buffer = buffer, nowait = true })
  end
  map('<CR>', function()
    go(buffer)
  end)
  map('R', function()
    ask(document, document.form, function(answer)
      fill(buffer, answer)
    end)
  end)
  map('q', '<Cmd>close<CR>')
  vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = buffer,
    callback = function(event)
      if M.is_one(event.match) or vim.startswith(event.file, 'meteorscope://') then
        messages.tell('name a file, such as report.html', vim.log.levels.WARN)
      else
        write(buffer, event.match)
      end
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = buffer,
    callback = function()
      shown[buffer] = nil
    end,
  })
  return buffer
end

---@param buffer integer
local function open(buffer)
  local window = vim.fn.win_findbuf(buffer)[1]
  if window then
    vim.api.nvim_set_current_win(window)
    return
  end
  window = vim.api.nvim_open_win(buffer, true, { split = 'below' })
  for name, value in pairs({ number = false, relativenumber = false, signcolumn = 'no' }) do
    vim.api.nvim_set_option_value(name, value, { win = window, scope = 'local' })
  end
end

--- Shows a document that the server has written; where it is shown already, as it would be now.
---@param client vim.lsp.Client
---@param uri string
function M.show(client, uri)
  local query = vim.json.decode(vim.uri_decode(uri:match('%?(.*)$') or '{}'))
  local form = query.kind == 'scores' and 'tsv' or 'text'
  local text = vim.uri_to_bufnr(query.of)
  local document =
    { client = client, uri = uri, text = text, form = form, segments = {}, formats = {} }
  ask(document, form, function(answer)
    local buffer
    for number, one in pairs(shown) do
      if one.uri == uri and vim.api.nvim_buf_is_valid(number) then
        buffer, shown[number] = number, document
      end
    end
    buffer = buffer or create(document, answer.title)
    fill(buffer, answer)
    open(buffer)
  end)
end

return M
