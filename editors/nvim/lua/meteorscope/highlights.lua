--- Highlight groups, with defaults that a colour scheme or a person may set otherwise.
local M = {}

-- Okabe and Ito's colours, which stay apart with every common kind of colour blindness; darkened
-- or lightened for text, 4.5:1 and more on Neovim's own backgrounds. The second column is for
-- terminals of 256 colours. Notebooks and pages have the same six.
local CHUNKS = {
  dark = {
    { '#56b4e9', 74 },
    { '#f29b4b', 209 },
    { '#2fc79a', 43 },
    { '#e08fbf', 175 },
    { '#e6c84a', 185 },
    { '#a9a0ff', 147 },
  },
  light = {
    { '#005a9e', 25 },
    { '#a04300', 130 },
    { '#006b4c', 23 },
    { '#9b3070', 126 },
    { '#775300', 94 },
    { '#544ac6', 61 },
  },
}

-- How a word matches is told by shape, not by colour, as on the terminal: colour is the chunk's.
local OTHERS = {
  MeteorStem = { underline = true },
  MeteorSynonym = { underdotted = true },
  MeteorParaphrase = { underdashed = true },
  MeteorUnmatched = { italic = true },
  MeteorScore = { link = 'Comment' },
  -- Not NormalFloat, on whose grey in some colour schemes no chunk could be read.
  MeteorAlignment = { link = 'Normal' },
  MeteorAlignmentBorder = { link = 'Comment' },
  MeteorHeading = { bold = true },
  MeteorDim = { link = 'Comment' },
}

M.GROUPS = vim.tbl_keys(OTHERS)
for number in ipairs(CHUNKS.dark) do
  table.insert(M.GROUPS, 'MeteorChunk' .. number)
end
table.sort(M.GROUPS)

local given = {} -- by number of a chunk: the colour that was set here last

--- Whether a chunk's colour is nobody's, or our own.
---@param number integer
local function is_free(number)
  local group = vim.api.nvim_get_hl(0, { name = 'MeteorChunk' .. number })
  return vim.tbl_isempty(group) or (given[number] and group.fg == given[number])
end

local function set()
  for number, colours in ipairs(CHUNKS[vim.o.background]) do
    local name = 'MeteorChunk' .. number
    if is_free(number) then
      vim.api.nvim_set_hl(0, name, { fg = colours[1], ctermfg = colours[2] })
      given[number] = vim.api.nvim_get_hl(0, { name = name }).fg
    end
    -- For those who keep Neovim's own drawing of the words.
    vim.api.nvim_set_hl(0, '@lsp.mod.chunk' .. number, { link = name, default = true })
  end
  for name, group in pairs(OTHERS) do
    vim.api.nvim_set_hl(0, name, vim.tbl_extend('force', group, { default = true }))
  end
end

--- Sets the groups that nobody has set: now, and whenever a colour scheme has cleared them or the
--- background is another.
function M.watch()
  set()
  local group = vim.api.nvim_create_augroup('meteorscope.highlights', {})
  vim.api.nvim_create_autocmd('ColorScheme', { group = group, callback = set })
  vim.api.nvim_create_autocmd('OptionSet', {
    group = group,
    pattern = 'background',
    callback = set,
  })
end

local STYLES = { bold = 'MeteorHeading', dim = 'MeteorDim' }

--- The group of a style, stage or modifier as the server names it; nil where it is to look plain.
---@param name string
---@return string?
function M.group(name)
  local number = name:match('^chunk(%d)$')
  if number then
    return 'MeteorChunk' .. number
  end
  local group = 'Meteor' .. name:sub(1, 1):upper() .. name:sub(2)
  return STYLES[name] or (OTHERS[group] and group) or nil
end

return M
