--- If there is no server, Neovim 0.12 and later are silent, and older ones say so for each buffer.
--- This module says it once, with a remedy.
local M = {}

local files = require('meteorscope.files')
local messages = require('meteorscope.messages')
local server = require('meteorscope.server')

local OWN = ':Meteor install' -- which takes a folder of wheels, where the plugin is in no clone

local is_reported = false

--- The program that should be the server; nil if it is there, or if a function starts it.
---@return string?
function M.program()
  local words = server.command()
  return words and vim.fn.executable(words[1]) == 0 and words[1] or nil
end

--- The command that installs the server, for a shell: from the clone that this plugin is part of,
--- if it is, so that both are of one version.
---@return string
function M.installation()
  local clone = require('meteorscope.install').clone()
  if not clone then
    return "pip install 'meteorscope[lsp]'"
  end
  local short = vim.fn.fnamemodify(clone, ':~')
  local plain = short:match('^[%w~/._-]+$')
  return 'pip install ' .. (plain and short .. "'[lsp]'" or vim.fn.shellescape(clone .. '[lsp]'))
end

--- Says that the program is missing: as much as fits into a line.
---@param program string
function M.tell(program)
  local start = ('METEOR: no %s'):format(program)
  for _, text in ipairs({
    ('%s: %s, %s, or set cmd'):format(start, OWN, M.installation()),
    ('%s: %s, or set cmd (:help meteorscope-option-cmd)'):format(start, OWN),
    ('%s: %s, or set cmd'):format(start, OWN),
    ('%s; see :checkhealth meteorscope'):format(start),
  }) do
    if messages.fits(text) then
      messages.tell(text, vim.log.levels.WARN)
      return
    end
  end
  messages.tell('no server; see :checkhealth meteorscope', vim.log.levels.WARN)
end

--- Whether a buffer is one of those that the server is for: other tables and catalogues are left
--- alone.
---@param buffer integer
---@return boolean
function M.wants_scores(buffer)
  return vim.bo[buffer].buftype == ''
    and files.serves(buffer)
    and (vim.bo[buffer].filetype == 'meteor' or vim.fs.root(buffer, 'meteor.toml') ~= nil)
end

--- Whether the server would be started if it were there.
---@return boolean
local function is_enabled()
  if vim.lsp.is_enabled then
    return vim.lsp.is_enabled(server.NAME)
  end
  return require('meteorscope').is_set_up
end

local function look(event)
  vim.schedule(function()
    if is_reported or not vim.api.nvim_buf_is_valid(event.buf) or not M.wants_scores(event.buf) then
      return
    end
    local program = is_enabled() and M.program()
    if program then
      is_reported = true
      M.tell(program)
    end
  end)
end

function M.watch()
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('meteorscope.missing', {}),
    pattern = files.FILETYPES,
    callback = look,
  })
end

--- Says why a buffer has no server.
function M.tell_no_server()
  local program = M.program()
  if server.is_starting then
    messages.tell('the server is starting')
  elseif program then
    M.tell(program)
  else
    messages.tell('no server here; see :checkhealth meteorscope', vim.log.levels.WARN)
  end
end

--- Asks the server why nothing is scored at the cursor, and shows the answer.
---@param client vim.lsp.Client
---@param buffer integer that the current window shows
function M.tell_why(client, buffer)
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  params.why = true
  server.request(client, 'meteor/alignment', params, buffer, function(problem, answer)
    if problem then
      messages.tell(problem.message, vim.log.levels.ERROR)
    elseif answer and answer.reason then
      messages.tell(answer.reason)
    elseif not answer then -- this request makes a server show the reason by itself
      local explain = { command = 'meteor.explainPairing', arguments = { params.textDocument.uri } }
      server.request(client, 'workspace/executeCommand', explain, buffer, function() end)
    end
  end)
end

return M
