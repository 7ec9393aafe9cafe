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

local function draw(wanted, hints)
  local labels = {}
  for _, hint in ipairs(hints) do
    local row = hint.position.line
    labels[row] = labels[row] and (labels[row] .. '  ' .. hint.label) or hint.label
  end
  vim.api.nvim_buf_clear_namespace(wanted.buffer, NAMESPACE, wanted.first, wanted.last)
  for row, label in pairs(labels) do
    if row < wanted.last then
      vim.api.nvim_buf_set_extmark(wanted.buffer, NAMESPACE, row, 0, {
        virt_text = { { label, 'MeteorScore' } },
        hl_mode = 'combine',
        strict = false,
      })
    end
  end
end

--- Asks for the scores of the wanted lines, and draws them.
function M.ask(client, wanted, done)
  server.ask_about_lines(client, 'textDocument/inlayHint', wanted, function(hints)
    if hints and M.wanted(wanted.buffer) then
      draw(wanted, hints)
    end
    done()
  end)
end

return M
