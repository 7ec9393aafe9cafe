--- Bands of scores, told apart by a mark and by a colour. The numbers between them are the option
--- `scoreBands`.
local M = {}

local options = require('meteorscope.options')

---@class meteorscope.Band
---@field mark string
---@field group string

local LOW = { mark = '○', group = 'MeteorScoreLow' }
local MIDDLE = { mark = '◐', group = 'MeteorScoreMiddle' }
local HIGH = { mark = '●', group = 'MeteorScoreHigh' }

---@param score number
---@return meteorscope.Band
function M.of(score)
  local middle, high = unpack(options.current.scoreBands)
  return score < middle and LOW or score < high and MIDDLE or HIGH
end

return M
