--- What a person has chosen, once for all buffers.
local M = {}

---@class meteorscope.Options
---@field cmd? string[]|function
---@field settings? table
---@field chunks boolean
---@field scores boolean
---@field underline boolean
---@field alignment { height: number }
---@field quickfix integer
---@field progress boolean

---@type meteorscope.Options
local DEFAULTS = {
  cmd = nil, -- the server's command; { 'meteor-lsp' }, unless vim.lsp.config says otherwise
  settings = nil, -- the server's settings, as docs/editors.md lists them
  chunks = true, -- words coloured by chunk
  scores = true, -- scores at line ends, whether inlay hints are on or not
  underline = false, -- whether remarks underline their segment, beside the sign
  alignment = { height = 0.45 }, -- of the picture: most lines, or a share of the window's
  quickfix = 20, -- segments that `:Meteor worst` lists
  progress = true, -- of long work, on the command line
}

M.current = vim.deepcopy(DEFAULTS)

M.NAMES = vim.list_extend(vim.tbl_keys(DEFAULTS), { 'cmd', 'settings' })

--- Takes what a person has chosen; the rest is as it is by default.
---@param given? table
function M.set(given)
  assert(given == nil or type(given) == 'table', 'meteorscope: options are a table')
  for name in pairs(given or {}) do
    if not vim.tbl_contains(M.NAMES, name) then
      vim.notify(('meteorscope: there is no option %q'):format(name), vim.log.levels.WARN)
    end
  end
  M.current = vim.tbl_deep_extend('force', vim.deepcopy(DEFAULTS), given or {})
end

return M
