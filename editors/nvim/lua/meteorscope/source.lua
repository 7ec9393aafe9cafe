--- The source of the segment under the cursor: in a window of its own that follows the cursor, or,
--- where the source is in the same file, by going there.
local M = {}

local highlights = require('meteorscope.highlights')
local messages = require('meteorscope.messages')
local server = require('meteorscope.server')

local NAMESPACE = vim.api.nvim_create_namespace('meteorscope.source')
local GROUP = 'meteorscope.source'

---@class meteorscope.Source
---@field text integer the buffer whose segments are followed
---@field window integer that shows the source

local shown ---@type meteorscope.Source?
local asking = false

---@return boolean
function M.is_open()
  return shown ~= nil and vim.api.nvim_win_is_valid(shown.window)
end

--- Asks for the source of the segment at the cursor of a window.
---@param window integer
---@param answered fun(link?: { uri: string, range: lsp.Range })
local function ask(window, answered)
  local buffer = vim.api.nvim_win_get_buf(window)
  local client = server.client(buffer)
  if not client then
    return
  end
  local params = vim.lsp.util.make_position_params(window, client.offset_encoding)
  server.request(client, 'textDocument/declaration', params, buffer, function(problem, answer)
    local link = not problem and answer and (answer[1] or answer)
    if not link then
      answered(nil)
    else
      local range = link.targetSelectionRange or link.range
      answered({ uri = link.targetUri or link.uri, range = range })
    end
  end)
end

--- Shows a line of the source.
---@param window integer
---@param row integer from 0
local function show(window, row)
  local buffer = vim.api.nvim_win_get_buf(window)
  if row < vim.api.nvim_buf_line_count(buffer) then
    vim.api.nvim_win_set_cursor(window, { row + 1, 0 })
    vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
    vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, row, 0, { line_hl_group = highlights.HERE })
  end
end

local function follow()
  local window = vim.api.nvim_get_current_win()
  if asking or not M.is_open() or vim.api.nvim_win_get_buf(window) ~= shown.text then
    return
  end
  asking = true
  ask(window, function(link)
    asking = false
    if link and M.is_open() then
      show(shown.window, link.range.start.line)
    end
  end)
end

--- Shows the source of the segment under the cursor.
function M.open()
  if M.is_open() then
    return
  end
  local window, text = vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf()
  if not server.client(text) then
    require('meteorscope.missing').tell_no_server()
    return
  end
  ask(window, function(link)
    if not link or not vim.api.nvim_win_is_valid(window) then
      messages.tell('there is no source for this line')
      return
    end
    local file = vim.uri_to_fname(link.uri)
    if link.uri == vim.uri_from_bufnr(text) then
      vim.api.nvim_set_current_win(window)
      vim.cmd("normal! m'")
      vim.api.nvim_win_set_cursor(window, { link.range.start.line + 1, 0 })
      return
    end
    local buffer = vim.fn.bufadd(file)
    vim.fn.bufload(buffer)
    local height = math.max(3, math.floor(vim.api.nvim_win_get_height(window) / 4))
    local above = vim.api.nvim_open_win(buffer, false, { split = 'above', height = height })
    shown = { text = text, window = above }
    show(above, link.range.start.line)
    local group = vim.api.nvim_create_augroup(GROUP, {})
    vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI' }, {
      group = group,
      buffer = text,
      callback = follow,
    })
  end)
end

function M.close()
  if M.is_open() then
    local window = shown.window
    vim.api.nvim_buf_clear_namespace(vim.api.nvim_win_get_buf(window), NAMESPACE, 0, -1)
    vim.api.nvim_win_close(window, false)
  end
  shown = nil
  vim.api.nvim_create_augroup(GROUP, {})
end

return M
