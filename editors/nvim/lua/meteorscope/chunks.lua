--- Words coloured by chunk, each marked by how it matches, or by what became of it.
local M = {}

local attachment = require('meteorscope.attachment')
local highlights = require('meteorscope.highlights')
local messages = require('meteorscope.messages')
local missing = require('meteorscope.missing')
local options = require('meteorscope.options')
local server = require('meteorscope.server')

M.NAMESPACE = vim.api.nvim_create_namespace('meteorscope.chunks')
M.METHOD = 'textDocument/semanticTokens/range'
local PRIORITY = 125 -- as Neovim's own semantic tokens; diagnostics are above

---@return boolean
function M.wanted()
  return options.current.chunks
end

local SAID = {
  chunks = 'chunks: what is equal on both sides',
  differences = 'differences: what is not',
  both = 'chunks and differences',
  off = 'nothing',
}

--- Marks chunks, differences, both or nothing until the server ends; without a name, the next.
---@param name? string
function M.choose_emphasis(name)
  local client, buffer = server.client(0), vim.api.nvim_get_current_buf()
  if not client then
    missing.tell_no_server()
    return
  end
  local params = {
    command = 'meteor.chooseEmphasis',
    arguments = { vim.uri_from_bufnr(buffer), name },
  }
  server.request(client, 'workspace/executeCommand', params, buffer, function(problem, result)
    if problem then
      messages.tell(problem.message, vim.log.levels.ERROR)
      return
    end
    attachment.ask_anew()
    messages.tell(('marks %s'):format(SAID[result.emphasis] or result.emphasis))
  end)
end

--- The groups of a token: the chunk's colour, and the mark of what became of the word or, where
--- that is not asked for, of how it matches.
---@param legend lsp.SemanticTokensLegend
---@param kind integer
---@param modifiers integer
---@return string[]
local function groups(legend, kind, modifiers)
  local found, edited = {}, false
  for bit_number, name in ipairs(legend.tokenModifiers) do
    if bit.band(modifiers, bit.lshift(1, bit_number - 1)) ~= 0 then
      table.insert(found, highlights.group(name))
      edited = edited or highlights.is_edit(name)
    end
  end
  if not edited then
    table.insert(found, highlights.group(legend.tokenTypes[kind + 1]))
  end
  return found
end

---@param client vim.lsp.Client
---@param lines meteorscope.Lines
---@param tokens { data: integer[] } five numbers for each token
function M.draw(client, lines, tokens)
  local buffer, legend, data = lines.buffer, attachment.legend(client), tokens.data
  local row, units, line, line_row = 0, 0, '', -1
  for at = 1, #data, 5 do
    local down, right, length, kind, modifiers = unpack(data, at, at + 4)
    row, units = row + down, down > 0 and right or units + right
    if row ~= line_row then
      line, line_row = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or '', row
    end
    local first = server.byte_column(client, line, units)
    local last = server.byte_column(client, line, units + length)
    for _, group in ipairs(row < lines.last and groups(legend, kind, modifiers) or {}) do
      vim.api.nvim_buf_set_extmark(buffer, M.NAMESPACE, row, first, {
        end_col = last,
        hl_group = group,
        priority = PRIORITY,
        strict = false,
      })
    end
  end
end

return M
