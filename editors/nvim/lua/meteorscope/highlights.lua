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

-- Scores by band. Diagnostics' groups, which would do, have 1.5:1 in many a light colour scheme.
local SCORES = {
  MeteorScoreLow = { dark = { '#ff8a80', 210 }, light = { '#a3001b', 124 } },
  MeteorScoreMiddle = { dark = { '#c9b458', 179 }, light = { '#5f4a00', 58 } },
  MeteorScoreHigh = { dark = { '#8fc9a8', 115 }, light = { '#00562f', 22 } },
}

-- Words without a match step back, as in every other picture of an alignment.
local UNMATCHED = { dark = { '#b4b4bc', 249 }, light = { '#5c5c64', 241 } }

-- What became of words, each with a shape of its own beside its colour.
local EDITS = {
  MeteorAdded = { style = { underline = true }, dark = { '#8fc9a8', 115 }, light = { '#00562f', 22 } },
  MeteorDropped = {
    style = { strikethrough = true },
    dark = { '#ff8a80', 210 },
    light = { '#a3001b', 124 },
  },
  MeteorReplaced = {
    style = { undercurl = true },
    dark = { '#e6c84a', 185 },
    light = { '#775300', 94 },
  },
  MeteorMoved = {
    style = { underdouble = true },
    dark = { '#56b4e9', 74 },
    light = { '#005a9e', 25 },
  },
  MeteorNumberOrCode = {
    style = { reverse = true },
    dark = { '#e08fbf', 175 },
    light = { '#9b3070', 126 },
  },
}

-- The stage of a match has a shape, not by colour, as on the terminal: colour is the chunk's.
local OTHERS = {
  MeteorStem = { underline = true },
  MeteorSynonym = { underdotted = true },
  MeteorParaphrase = { underdashed = true },
  -- Edits that are no more than this are marked lightly.
  MeteorForm = { underdashed = true },
  MeteorOtherWord = { underdotted = true },
  MeteorPunctuation = { underline = true },
  -- Not NormalFloat, on whose grey in some colour schemes no chunk could be read.
  MeteorAlignment = { link = 'Normal' },
  MeteorAlignmentBorder = { link = 'Comment' },
  MeteorHeading = { bold = true },
  MeteorHere = { bold = true },
  MeteorDim = { link = 'Comment' },
}

M.HERE = 'MeteorHere'

M.GROUPS = vim.tbl_keys(OTHERS)
table.insert(M.GROUPS, 'MeteorUnmatched')
vim.list_extend(M.GROUPS, vim.tbl_keys(SCORES))
vim.list_extend(M.GROUPS, vim.tbl_keys(EDITS))
for number in ipairs(CHUNKS.dark) do
  table.insert(M.GROUPS, 'MeteorChunk' .. number)
end
table.sort(M.GROUPS)

local given = {} ---@type table<string, integer?> by group: the colour that was set here last

--- Sets a group without a colour, or with our own.
---@param name string
---@param colours table as in CHUNKS
---@param style? vim.api.keyset.highlight
local function colour(name, colours, style)
  local group = vim.api.nvim_get_hl(0, { name = name })
  if not vim.tbl_isempty(group) and (not given[name] or group.fg ~= given[name]) then
    return
  end
  local look = vim.tbl_extend('force', style or {}, { fg = colours[1], ctermfg = colours[2] })
  vim.api.nvim_set_hl(0, name, look)
  given[name] = vim.api.nvim_get_hl(0, { name = name }).fg
end

local function set()
  for number, colours in ipairs(CHUNKS[vim.o.background]) do
    local name = 'MeteorChunk' .. number
    colour(name, colours)
    -- For those who keep Neovim's own drawing of the words.
    vim.api.nvim_set_hl(0, '@lsp.mod.chunk' .. number, { link = name, default = true })
  end
  for name, colours in pairs(SCORES) do
    colour(name, colours[vim.o.background])
  end
  for name, edit in pairs(EDITS) do
    colour(name, edit[vim.o.background], edit.style)
  end
  colour('MeteorUnmatched', UNMATCHED[vim.o.background], { italic = true })
  for name, group in pairs(OTHERS) do
    vim.api.nvim_set_hl(0, name, vim.tbl_extend('force', group, { default = true }))
  end
end

--- Sets the groups that are not set: now, and whenever a colour scheme has cleared them or the
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

local STYLES = { bold = 'MeteorHeading', dim = 'MeteorDim', unmatched = 'MeteorUnmatched' }

--- Whether a modifier says what became of a word.
---@param name string
---@return boolean
function M.is_edit(name)
  return not name:match('^chunk') and name ~= 'functionWord'
end

--- The group of a style, stage or modifier as the server names it; nil where it is to look plain.
---@param name string
---@return string?
function M.group(name)
  local number = name:match('^chunk(%d)$')
  if number then
    return 'MeteorChunk' .. number
  end
  local group = 'Meteor' .. name:sub(1, 1):upper() .. name:sub(2)
  return STYLES[name] or ((OTHERS[group] or EDITS[group]) and group) or nil
end

return M
