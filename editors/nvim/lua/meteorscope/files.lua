--- The buffers that the server is for.
local M = {}

--- Types of files that the server may be for; of some, only those that `serves` says.
M.FILETYPES = { 'meteor', 'tsv', 'jsonl', 'toml', 'xml', 'po', 'sgml' }

--- Endings of files of translation tools, and their types.
M.BILINGUAL = {
  xlf = 'xml',
  xliff = 'xml',
  sdlxliff = 'xml',
  mxliff = 'xml',
  mqxliff = 'xml',
  tmx = 'xml',
  po = 'po',
  pot = 'po',
}

local HEAD = 40 -- lines that tell what XML or SGML holds

local ROOTS = {
  xliff = true,
  tmx = true,
  srcset = true,
  refset = true,
  tstset = true,
  mteval = true,
}
local WMT_ROOTS = { dataset = true, collection = true } -- and roots of much else

---@param name string of a file
---@return boolean
function M.is_bilingual(name)
  return M.BILINGUAL[vim.fn.fnamemodify(name, ':e'):lower()] ~= nil
end

--- Whether XML or SGML is a test set or a bilingual file of another name.
---@param buffer integer
---@return boolean
local function holds_translations(buffer)
  local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, HEAD, false), '\n')
  text = text:gsub('<!%-%-.-%-%->', '')
  local root = text:match('<([%a_][%w_.:-]*)') or ''
  root = root:gsub('^.*:', ''):lower()
  return ROOTS[root] or (WMT_ROOTS[root] and text:find('<doc%s[^<>]*=') ~= nil) or false
end

--- Whether the server handles a buffer: of TOML files, only the project file; of XML, only what
--- holds translations.
---@param buffer integer
---@return boolean
function M.serves(buffer)
  local filetype, name = vim.bo[buffer].filetype, vim.api.nvim_buf_get_name(buffer)
  if filetype == 'toml' then
    return vim.fs.basename(name) == 'meteor.toml'
  end
  if filetype == 'xml' or filetype == 'sgml' then
    return M.is_bilingual(name) or holds_translations(buffer)
  end
  return vim.tbl_contains(M.FILETYPES, filetype)
end

--- Whether a line of a buffer may hold texts of several segments.
---@param buffer integer
---@return boolean
function M.has_several_a_line(buffer)
  return vim.bo[buffer].filetype == 'xml'
end

return M
