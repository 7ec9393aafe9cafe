--- The segment under the cursor, marked in the windows that show another text of it: the other side
--- or the source. Windows that `:Meteor sides` has bound mark it by themselves.
local M = {}

local highlights = require('meteorscope.highlights')
local server = require('meteorscope.server')

local NAMESPACE = vim.api.nvim_create_namespace('meteorscope.beside')
local METHOD = 'meteor/texts'

local marked = {} ---@type table<integer, true> buffers with a mark
local asked = 0 -- the number of the last question

local function clear()
  for buffer in pairs(marked) do
    if vim.api.nvim_buf_is_valid(buffer) then
      vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
    end
  end
  marked = {}
end

--- The buffers that windows of this tab show beside the current one.
---@return table<integer, true>
local function others()
  local found = {}
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if buffer ~= vim.api.nvim_get_current_buf() and vim.bo[buffer].buftype == '' then
      found[buffer] = true
    end
  end
  return found
end

---@param answer { texts: { uri: string, range: lsp.Range }[] }
---@param shown table<integer, true>
local function mark(answer, shown)
  for _, text in ipairs(answer.texts) do
    local buffer = vim.fn.bufnr(vim.uri_to_fname(text.uri))
    if shown[buffer] then
      marked[buffer] = true
      for line = text.range.start.line, text.range['end'].line do
        vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, line, 0, {
          line_hl_group = highlights.HERE,
          strict = false,
        })
      end
    end
  end
end

local function follow()
  local buffer = vim.api.nvim_get_current_buf()
  local client, shown = server.client(buffer), others()
  asked = asked + 1
  if not client or next(shown) == nil or require('meteorscope.sides').is_open() then
    clear()
    return
  end
  local number = asked
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  server.request(client, METHOD, params, buffer, function(problem, answer)
    if number == asked then
      clear()
      if not problem and answer then
        mark(answer, shown)
      end
    end
  end)
end

function M.watch()
  local group = vim.api.nvim_create_augroup('meteorscope.beside', {})
  local events = { 'CursorMoved', 'CursorMovedI', 'BufEnter', 'WinEnter', 'WinClosed' }
  vim.api.nvim_create_autocmd(events, { group = group, callback = vim.schedule_wrap(follow) })
end

return M
