--- The score at the end of each line, for buffers without inlay hints.
local M = {}

local options = require('meteorscope.options')
local server = require('meteorscope.server')

local NAMESPACE = vim.api.nvim_create_namespace('meteorscope.scores')

function M.wanted(buffer)
  return options.current.scores and not vim.lsp.inlay_hint.is_enabled({ bufnr = buffer })
end

function M.clear(buffer)
  if vim.api.nvim_buf_is_valid(buffer) then
    vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
  end
end

--- Draws them as Neovim draws hints: inline, as a score at the end of a line that fills its window
--- would not be seen otherwise.
local function draw(client, wanted, hints)
  local buffer = wanted.buffer
  vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, wanted.first, wanted.last)
  for _, hint in ipairs(hints) do
    local row = hint.position.line
    local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ''
    if row < wanted.last then
      local column = server.byte_column(client, line, hint.position.character)
      vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, row, column, {
        virt_text = { { ' ' }, { hint.label, 'MeteorScore' } },
        virt_text_pos = 'inline',
        strict = false,
      })
    end
  end
end

--- Asks for the scores of the wanted lines, and draws them.
function M.ask(client, wanted, done)
  server.ask_about_lines(client, 'textDocument/inlayHint', wanted, function(hints)
    if hints and M.wanted(wanted.buffer) then
      draw(client, wanted, hints)
    end
    done()
  end)
end

return M
