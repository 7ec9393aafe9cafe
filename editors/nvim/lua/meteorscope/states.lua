--- What people have said of segments, as signs beside them: their states, and comments.
local M = {}

M.NAMESPACE = vim.api.nvim_create_namespace('meteorscope.review.states')
M.METHOD = 'meteor/states'

M.MARKS = {
  ['to-do'] = { mark = ' ', group = 'MeteorDim' },
  ['in-work'] = { mark = '~', group = 'MeteorScoreMiddle' },
  reviewed = { mark = '+', group = 'MeteorScoreHigh' },
  approved = { mark = '✓', group = 'MeteorScoreHigh' },
  rejected = { mark = '✗', group = 'MeteorScoreLow' },
}
local COMMENT = { mark = '"', group = 'MeteorDim' }
local PRIORITY = 15 -- above diagnostics

---@return boolean
function M.wanted()
  return true
end

---@param _ vim.lsp.Client
---@param lines meteorscope.Lines
---@param said { segment: integer, state: string, comments: integer, line: integer }[]
function M.draw(_, lines, said)
  for _, one in ipairs(said) do
    if one.line >= lines.first and one.line < lines.last then
      local sign = one.state == 'to-do' and COMMENT or M.MARKS[one.state]
      vim.api.nvim_buf_set_extmark(lines.buffer, M.NAMESPACE, one.line, 0, {
        sign_text = sign.mark,
        sign_hl_group = sign.group,
        priority = PRIORITY,
        strict = false,
      })
    end
  end
end

return M
