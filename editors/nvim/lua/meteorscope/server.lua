--- The language server: how it is started, and how it is asked.
local M = {}

local files = require('meteorscope.files')
local messages = require('meteorscope.messages')
local options = require('meteorscope.options')

M.NAME = 'meteor_lsp'

M.is_starting = false -- whether it was started and has not answered yet

---@class meteorscope.Lines Lines of a buffer whose text is of a certain time.
---@field window integer that shows them
---@field buffer integer
---@field tick integer
---@field first integer from 0
---@field last integer the line behind the last

--- Hints that Neovim asked for before the plugin took them over would be shown twice.
local function draw_hints(problem, result, context, ...)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if client and client.server_capabilities.inlayHintProvider then
    return vim.lsp.handlers['textDocument/inlayHint'](problem, result, context, ...)
  end
end

--- Draws hints anew when the other file of a pair was edited. Neovim's own handler leaves the old
--- ones on the screen: 0.10 always, 0.12 sometimes.
local function refresh_hints(_, _, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  for buffer in pairs(client and client.attached_buffers or {}) do
    if vim.lsp.inlay_hint.is_enabled({ bufnr = buffer }) then
      vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
    end
  end
  return vim.NIL
end

local function has_started()
  M.is_starting = false
end

local function scores_changed()
  require('meteorscope.attachment').ask_anew()
  require('meteorscope.sides').scores_changed()
end

local function review_changed(_, params)
  require('meteorscope.review').changed(params)
  require('meteorscope.attachment').ask_anew()
end

--- Shows documents that the server has written, and leaves others to Neovim.
local function show_document(problem, params, context)
  local documents = require('meteorscope.documents')
  local client = vim.lsp.get_client_by_id(context.client_id)
  if client and documents.is_one(params.uri) then
    documents.show(client, params.uri)
    return { success = true }
  end
  return vim.lsp.handlers['window/showDocument'](problem, params, context)
end

--- The folder whose pairs belong together: that of the project file; else one that a server has
--- already and that the file lies in, since both files of a pair must be served by one server;
--- else the file's own. Without a folder, the server could not look for pairs that are not open.
---@param buffer integer
---@param markers string[]
---@return string?
local function folder_of(buffer, markers)
  local project, name = vim.fs.root(buffer, markers), vim.api.nvim_buf_get_name(buffer)
  if project or name == '' then
    return project
  end
  for _, client in ipairs(vim.lsp.get_clients({ name = M.NAME })) do
    if client.root_dir and vim.startswith(name, client.root_dir .. '/') then
      return client.root_dir
    end
  end
  return vim.fs.dirname(name)
end

--- For Neovim 0.11 and later, which starts the server for a folder.
---@param buffer integer
---@param start fun(folder?: string)
local function root_of(buffer, start)
  if files.serves(buffer) then
    start(folder_of(buffer, vim.lsp.config[M.NAME].root_markers))
  end
end

--- The server on the search path; else the one that `:Meteor install` made, if it did.
---@return string[]
local function default_command()
  local own = vim.fn.executable('meteor-lsp') == 0 and require('meteorscope.install').command()
  return own or { 'meteor-lsp' }
end

--- The configuration that `lsp/meteor_lsp.lua` returns, and that Neovim 0.10 uses.
---@return vim.lsp.Config
function M.config()
  return {
    cmd = default_command(),
    filetypes = files.FILETYPES,
    root_markers = { 'meteor.toml' },
    root_dir = root_of,
    before_init = function()
      M.is_starting = true
    end,
    on_init = has_started,
    on_exit = has_started,
    capabilities = {
      experimental = { meteor = { scoresChanged = true, reviewChanged = true, documents = true } },
    },
    handlers = {
      ['textDocument/inlayHint'] = draw_hints,
      ['workspace/inlayHint/refresh'] = refresh_hints,
      ['meteor/scoresChanged'] = scores_changed,
      ['meteor/reviewChanged'] = review_changed,
      ['window/showDocument'] = show_document,
      ['window/showMessage'] = messages.show_message,
    },
  }
end

--- The options of setup() for the server.
---@return { cmd: (string[]|function)?, init_options: table?, settings: table? }
function M.overrides()
  local chosen = options.current
  return {
    cmd = chosen.cmd,
    init_options = chosen.settings, -- from the first score on; settings come later
    settings = chosen.settings and { meteorscope = chosen.settings } or nil,
  }
end

--- The words of the command that starts the server; nil where a function does.
---@return string[]?
function M.command()
  local config = vim.lsp.config and vim.lsp.config[M.NAME] or nil
  local chosen = M.overrides().cmd or (config and config.cmd) or M.config().cmd
  return type(chosen) == 'table' and chosen or nil
end

--- Attaches the server to a buffer.
---@param buffer integer
function M.start(buffer)
  local config = vim.tbl_deep_extend('force', M.config(), M.overrides())
  if vim.lsp.config then
    config = vim.tbl_deep_extend('force', vim.lsp.config[M.NAME], M.overrides())
  else
    local all = vim.lsp.protocol.make_client_capabilities()
    config.capabilities = vim.tbl_deep_extend('force', all, config.capabilities)
  end
  config.name = M.NAME
  config.root_dir = folder_of(buffer, config.root_markers)
  vim.lsp.start(config, { bufnr = buffer })
end

--- The client that serves a buffer.
---@param buffer integer
---@return vim.lsp.Client?
function M.client(buffer)
  return vim.lsp.get_clients({ bufnr = buffer, name = M.NAME })[1]
end

--- Sends a request about a buffer. The caller checks whether the text has changed since.
---@param client vim.lsp.Client
---@param method string
---@param params table
---@param buffer integer
---@param answered fun(problem?: table, result: any)
---@return boolean sent
function M.request(client, method, params, buffer, answered)
  local function done(problem, result)
    answered(problem, result ~= vim.NIL and result or nil)
  end
  if vim.fn.has('nvim-0.11') == 1 then
    return client:request(method, params, done, buffer)
  end
  return client.request(method, params, done, buffer)
end

--- Sends a request about a buffer and waits for the answer.
---@param client vim.lsp.Client
---@param method string
---@param params table
---@param buffer integer
---@param patience integer milliseconds
---@return any result, string? problem
function M.request_now(client, method, params, buffer, patience)
  local answer, problem
  if vim.fn.has('nvim-0.11') == 1 then
    answer, problem = client:request_sync(method, params, patience, buffer)
  else
    answer, problem = client.request_sync(method, params, patience, buffer)
  end
  if answer and answer.err then
    problem = answer.err.message
  end
  return answer and answer.result, problem
end

--- Makes the server execute one of its commands for a person; the server shows the result.
---@param client vim.lsp.Client
---@param buffer integer whose URI comes first
---@param command string
---@param ... any what follows it
function M.execute(client, buffer, command, ...)
  local params = { command = command, arguments = { vim.uri_from_bufnr(buffer), ... } }
  messages.await(true)
  local function done(problem)
    if problem then
      messages.tell(problem.message, vim.log.levels.ERROR)
    end
    messages.await(false)
  end
  if not M.request(client, 'workspace/executeCommand', params, buffer, done) then
    messages.await(false)
  end
end

---@param buffer integer
---@return lsp.TextDocumentIdentifier
function M.document(buffer)
  return { uri = vim.uri_from_bufnr(buffer) }
end

--- Asks about lines of a buffer. The answer is nil if missing or the text is another by then.
---@param client vim.lsp.Client
---@param method string
---@param lines meteorscope.Lines
---@param answered fun(result: any)
function M.ask_about_lines(client, method, lines, answered)
  local buffer = lines.buffer
  local params = {
    textDocument = M.document(buffer),
    range = {
      start = { line = lines.first, character = 0 },
      ['end'] = { line = lines.last, character = 0 },
    },
  }
  local sent = M.request(client, method, params, buffer, function(problem, result)
    local here = vim.api.nvim_buf_is_valid(buffer) and M.client(buffer) == client
    local current = here and vim.api.nvim_buf_get_changedtick(buffer) == lines.tick
    answered(not problem and current and result or nil)
  end)
  if not sent then
    answered(nil)
  end
end

--- The byte column of a column that the client and the server agreed to count.
---@param client vim.lsp.Client
---@param line string
---@param units integer
---@return integer
function M.byte_column(client, line, units)
  if vim.fn.has('nvim-0.11') == 1 then
    return vim.str_byteindex(line, client.offset_encoding, units, false)
  end
  if client.offset_encoding == 'utf-8' then
    return math.min(units, #line)
  end
  local all32, all16 = vim.str_utfindex(line)
  local in16 = client.offset_encoding == 'utf-16'
  return vim.str_byteindex(line, math.min(units, in16 and all16 or all32), in16)
end

return M
