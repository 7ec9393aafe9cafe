--- The score at the end of each line. The server gives it as an inlay hint; Neovim's own drawing of
--- hints would ask for the whole file after every edit.
local M = {}

local options = require('meteorscope.options')
local server = require('meteorscope.server')

local NAMESPACE = vim.api.nvim_create_namespace('meteorscope.scores')

---@return boolean
function M.wanted()
  return options.current.scores
end

---@param buffer integer
function M.clear(buffer)
  if vim.api.nvim_buf_is_valid(buffer) then
    vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
  end
end

--- Draws them as Neovim draws hints: inline, as a score at the end of a line that fills its window
--- would not be seen otherwise.
---@param client vim.lsp.Client
---@param lines meteorscope.Lines
---@param hints lsp.InlayHint[]
local function draw(client, lines, hints)
  local buffer = lines.buffer
  vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, lines.first, lines.last)
  for _, hint in ipairs(hints) do
    local row = hint.position.line
    local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ''
    if row < lines.last then
      local column = server.byte_column(client, line, hint.position.character)
      vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, row, column, {
        virt_text = { { ' ' }, { hint.label, 'MeteorScore' } },
        virt_text_pos = 'inline',
        strict = false,
      })
    end
  end
end

--- Asks for the scores of lines, and draws them.
---@param client vim.lsp.Client
---@param lines meteorscope.Lines
---@param done fun()
function M.ask(client, lines, done)
  server.ask_about_lines(client, 'textDocument/inlayHint', lines, function(hints)
    if hints and M.wanted() then
      draw(client, lines, hints)
    end
    done()
  end)
end

return M
