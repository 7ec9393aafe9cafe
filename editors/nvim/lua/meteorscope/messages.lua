--- Messages in the line below the windows. A text that does not fit there would have to be
--- confirmed with ENTER: it is shortened, and `:Meteor messages` shows it in full.
local M = {}

local KEPT = 20 -- messages that can be shown again
local REST = '... (:Meteor messages)'

---@type vim.log.levels[] by the protocol's number
local LEVELS = {
  vim.log.levels.ERROR,
  vim.log.levels.WARN,
  vim.log.levels.INFO,
  vim.log.levels.INFO,
  vim.log.levels.DEBUG,
}

local kept = {} ---@type string[]
local awaited = 0 -- answers that a person waits for

--- Whether a text fits and needs no confirmation.
---@param text string
---@return boolean
function M.fits(text)
  return not text:find('\n') and vim.api.nvim_strwidth(text) <= vim.v.echospace
end

---@param text string
---@return string
local function shortened(text)
  local line, room = text:gsub('%s*\n%s*', ' '), vim.v.echospace - #REST
  local characters = math.max(room, 0)
  while characters > 0 and vim.api.nvim_strwidth(vim.fn.strcharpart(line, 0, characters)) > room do
    characters = characters - 1
  end
  return vim.fn.strcharpart(line, 0, characters) .. REST
end

--- Shows a message, once.
---@param text string
---@param level? vim.log.levels
function M.tell(text, level)
  local whole = text:match('^M[Ee][Tt][Ee][Oo][Rr]') and text or 'METEOR: ' .. text
  if #kept == KEPT then
    table.remove(kept, 1)
  end
  table.insert(kept, whole)
  -- A person who has asked wants to read the whole answer.
  local shown = (awaited > 0 or M.fits(whole)) and whole or shortened(whole)
  vim.notify(shown, level or vim.log.levels.INFO)
end

--- Sets whether a person waits for the next messages, which are then shown in full.
---@param waits boolean
function M.await(waits)
  awaited = awaited + (waits and 1 or -1)
end

--- For the notification `window/showMessage`.
function M.show_message(_, message)
  M.tell(message.message, LEVELS[message.type])
end

--- Shows all messages in full.
function M.show()
  local texts = #kept > 0 and kept or { 'METEOR: there are no messages' }
  vim.api.nvim_echo({ { table.concat(texts, '\n') } }, false, {})
end

return M
