--- The score at the end of each segment. The server gives it as an inlay hint; Neovim's own drawing of
--- hints would ask for the whole file after every edit.
local M = {}

local options = require('meteorscope.options')
local server = require('meteorscope.server')

---@class meteorscope.Band
---@field mark string
---@field group string

local LOW = { mark = '○', group = 'MeteorScoreLow' }
local MIDDLE = { mark = '◐', group = 'MeteorScoreMiddle' }
local HIGH = { mark = '●', group = 'MeteorScoreHigh' }

--- The band of a score: the numbers between bands are the option `scoreBands`.
---@param score number
---@return meteorscope.Band
function M.band_of(score)
  local middle, high = unpack(options.current.scoreBands)
  return score < middle and LOW or score < high and MIDDLE or HIGH
end

M.NAMESPACE = vim.api.nvim_create_namespace('meteorscope.scores')
M.METHOD = 'textDocument/inlayHint'

---@return boolean
function M.wanted()
  return options.current.scores
end

--- The space between a text and its score. It fills the row if the score does not fit there, as a
--- number that continues in the next row cannot be read.
---@param window integer
---@param row integer
---@param column integer in bytes
---@param width integer of the score
---@return string
local function gap(window, row, column, width)
  if not vim.api.nvim_win_is_valid(window) or not vim.wo[window].wrap then
    return ' '
  end
  local info = vim.fn.getwininfo(window)[1]
  local columns = info.width - info.textoff
  local used = vim.fn.virtcol({ row + 1, column + 1 }, true, window)[1] - 1
  local left = columns - used % columns
  return (left < width + 1 and width < columns) and (' '):rep(left) or ' '
end

--- A label with the mark and the colour of the band of its score.
---@param label string
---@return string text, string group
local function shown(label)
  local band = M.band_of(tonumber(label:match('^[%d.]+')) or 0)
  return band.mark .. ' ' .. label, band.group
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
      local text, group = shown(hint.label)
      local before = gap(lines.window, row, column, vim.api.nvim_strwidth(text))
      vim.api.nvim_buf_set_extmark(buffer, M.NAMESPACE, row, column, {
        virt_text = { { before }, { text, group }, { column < #line and ' ' or '' } },
        virt_text_pos = 'inline',
        strict = false,
      })
    end
  end
end

return M
