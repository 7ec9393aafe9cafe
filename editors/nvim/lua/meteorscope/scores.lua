--- The score at the end of each line. The server gives it as an inlay hint; Neovim's own drawing of
--- hints would ask for the whole file after every edit.
local M = {}

local options = require('meteorscope.options')
local server = require('meteorscope.server')

M.NAMESPACE = vim.api.nvim_create_namespace('meteorscope.scores')
M.METHOD = 'textDocument/inlayHint'

---@return boolean
function M.wanted()
  return options.current.scores
end

--- Draws them as Neovim draws hints: inline, as a score at the end of a line that fills its window
--- would not be seen otherwise.
---@param client vim.lsp.Client
---@param lines meteorscope.Lines
---@param hints lsp.InlayHint[]
function M.draw(client, lines, hints)
  local buffer = lines.buffer
  for _, hint in ipairs(hints) do
    local row = hint.position.line
    local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ''
    if row < lines.last then
      local column = server.byte_column(client, line, hint.position.character)
      vim.api.nvim_buf_set_extmark(buffer, M.NAMESPACE, row, column, {
        virt_text = { { ' ' }, { hint.label, 'MeteorScore' } },
        virt_text_pos = 'inline',
        strict = false,
      })
    end
  end
end

return M
