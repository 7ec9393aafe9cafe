--- The options, for all buffers.
local M = {}

---@class meteorscope.Options
---@field cmd? string[]|function
---@field settings? table
---@field chunks boolean
---@field scores boolean
---@field scoreBands number[]
---@field underline boolean
---@field keys boolean
---@field alignment { height: number }
---@field quickfix integer
---@field progress boolean

---@type meteorscope.Options
local DEFAULTS = {
  cmd = nil, -- the server's command; { 'meteor-lsp' }, unless vim.lsp.config says otherwise
  settings = nil, -- the server's settings, as docs/editors.md lists them
  chunks = true, -- words coloured by chunk
  scores = true, -- scores at line ends, whether inlay hints are on or not
  scoreBands = { 0.3, 0.6 }, -- lowest scores of the middle band and of the high band
  underline = false, -- whether diagnostics underline their segment, beside the sign
  alignment = { height = 0.45 }, -- of the picture: most lines, or a share of the window's
  keys = true, -- ]w, [w, ]u, [u, ]e and [e, in buffers with the server
  quickfix = 20, -- segments that `:Meteor worst` lists
  progress = true, -- of long work, on the command line
}

M.current = vim.deepcopy(DEFAULTS)

M.NAMES = vim.list_extend(vim.tbl_keys(DEFAULTS), { 'cmd', 'settings' })

---@param given any
---@return boolean
local function are_bands(given)
  if type(given) ~= 'table' or #given ~= 2 then
    return false
  end
  local low, high = given[1], given[2]
  local are_numbers = type(low) == 'number' and type(high) == 'number'
  return are_numbers and 0 <= math.min(low, high) and math.max(low, high) <= 1
end

--- Sets the given options; the others keep their defaults.
---@param given? table
function M.set(given)
  assert(given == nil or type(given) == 'table', 'meteorscope: options are a table')
  for name in pairs(given or {}) do
    if not vim.tbl_contains(M.NAMES, name) then
      vim.notify(('meteorscope: unknown option %q'):format(name), vim.log.levels.WARN)
    end
  end
  M.current = vim.tbl_deep_extend('force', vim.deepcopy(DEFAULTS), given or {})
  if not are_bands(M.current.scoreBands) then
    M.current.scoreBands = vim.deepcopy(DEFAULTS.scoreBands)
    vim.notify('meteorscope: scoreBands must be two numbers from 0 to 1', vim.log.levels.WARN)
  end
  table.sort(M.current.scoreBands)
end

return M
