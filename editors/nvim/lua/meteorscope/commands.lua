--- `:Meteor` and its completion.
local M = {}

local alignment = require('meteorscope.alignment')
local messages = require('meteorscope.messages')
local missing = require('meteorscope.missing')
local options = require('meteorscope.options')
local server = require('meteorscope.server')
local sides = require('meteorscope.sides')

local TIMEOUT_MS = 2000 -- milliseconds that completion waits for the server

---@param choices string[]
---@param typed string
---@return string[]
local function matching(choices, typed)
  return vim.tbl_filter(function(choice)
    return vim.startswith(choice, typed)
  end, choices)
end

local function fixed(...)
  local choices = { ... }
  return function(typed)
    return matching(choices, typed)
  end
end

--- The folder of the current file, where the other files of a pair are looked for.
---@return string
local function folder()
  local name = vim.api.nvim_buf_get_name(0)
  local is_file = name ~= '' and vim.bo.buftype == ''
  return is_file and vim.fs.dirname(vim.fn.fnamemodify(name, ':p')) or vim.fn.getcwd()
end

--- The whole path of a file that is named from the folder of the current one.
---@param file string
---@return string
local function path(file)
  local normal = vim.fs.normalize(file)
  local is_whole = vim.startswith(normal, '/') or normal:match('^%a:/')
  return is_whole and normal or vim.fs.joinpath(folder(), normal)
end

--- Names of files that may be meant, from the folder of the current one.
---@param typed string
---@return string[]
local function files(typed)
  local parent, leaf = typed:match('^(.*/)([^/]*)$')
  parent, leaf = parent or '', leaf or typed
  local found = {}
  for name, kind in vim.fs.dir(path(parent)) do
    local is_hidden = vim.startswith(name, '.') and not vim.startswith(leaf, '.')
    if vim.startswith(name, leaf) and not is_hidden then
      table.insert(found, parent .. name .. (kind == 'directory' and '/' or ''))
    end
  end
  table.sort(found)
  return found
end

--- The client of the current buffer; reports why if missing.
---@return vim.lsp.Client?
local function client_here()
  local client = server.client(0)
  if not client then
    missing.tell_no_server()
  end
  return client
end

--- Makes the server execute one of its commands; the server shows the result.
---@param command string
---@param ... any what follows the URI of the buffer
local function execute(command, ...)
  local client = client_here()
  if client then
    server.execute(client, vim.api.nvim_get_current_buf(), command, ...)
  end
end

local function variants(typed)
  local client = server.client(0)
  if not client then
    return {}
  end
  local params = { command = 'meteor.status', arguments = {} }
  local status = server.request_now(client, 'workspace/executeCommand', params, 0, TIMEOUT_MS)
  return matching(status and status.variants or {}, typed)
end

--- A switch: on, off, or, without a word, the other way round.
---@param word? string
---@param now boolean
---@return boolean
local function switched(word, now)
  if word == 'on' or word == 'off' then
    return word == 'on'
  end
  return not now
end

local function switch_drawing(name)
  return function(word)
    options.current[name] = switched(word, options.current[name])
    require('meteorscope.attachment').ask_anew()
  end
end

--- Makes a command of the server that takes another file; `%` and the like are files, too.
---@param command string
---@return fun(file: string)
local function with_file(command)
  return function(file)
    local name = file
    if vim.fn.filereadable(path(file)) == 0 and file:match('^[%%#<]') then
      name = vim.fn.fnamemodify(vim.fn.expand(file), ':p')
    end
    if vim.fn.filereadable(path(name)) == 0 then
      local nowhere = 'there is no file %s in %s'
      messages.tell(nowhere:format(name, folder()), vim.log.levels.ERROR)
    else
      execute(command, vim.uri_from_fname(path(name)))
    end
  end
end

---@param direction meteorscope.Direction
---@return fun(count?: string)
local function walking(direction)
  return function(count)
    require('meteorscope.walk').go(direction, tonumber(count))
  end
end

---@param it { is_open: (fun(): boolean), open: fun(), close: fun() }
---@return fun(word?: string)
local function opening(it)
  return function(word)
    if switched(word, it.is_open()) then
      it.open()
    else
      it.close()
    end
  end
end

---@class meteorscope.Command
---@field run fun(word?: string)
---@field complete? fun(typed: string): string[]
---@field needs? string what has to follow

---@type table<string, meteorscope.Command>
local COMMANDS = {
  start = {
    run = function()
      require('meteorscope').start()
    end,
  },
  alignment = { complete = fixed('on', 'off'), run = opening(alignment) },
  sides = { complete = fixed('on', 'off'), run = opening(sides) },
  review = {
    run = function(filter)
      local review = require('meteorscope.review')
      if not filter and review.is_open() then
        review.close()
      else
        review.open(filter)
      end
    end,
  },
  source = {
    complete = fixed('on', 'off'),
    run = opening(require('meteorscope.source')),
  },
  chunks = { complete = fixed('on', 'off'), run = switch_drawing('chunks') },
  scores = { complete = fixed('on', 'off'), run = switch_drawing('scores') },
  worst = {
    run = function(count)
      local client = client_here()
      if client then
        local most = tonumber(count) or options.current.quickfix
        require('meteorscope.walk').list_worst(client, vim.api.nvim_get_current_buf(), most)
      end
    end,
  },
  worse = { run = walking('worse') },
  better = { run = walking('better') },
  segment = {
    run = function(number)
      execute('meteor.goToSegment', tonumber(number) or 1)
    end,
  },
  score = {
    run = function()
      execute('meteor.showScore')
    end,
  },
  report = {
    run = function()
      execute('meteor.report')
    end,
  },
  export = {
    run = function()
      execute('meteor.export')
    end,
  },
  ['review-report'] = {
    run = function()
      execute('meteor.reviewReport')
    end,
  },
  compare = {
    needs = 'another hypothesis',
    complete = files,
    run = with_file('meteor.compare'),
  },
  pair = {
    needs = 'a reference',
    complete = files,
    run = with_file('meteor.pair'),
  },
  partner = {
    complete = files,
    run = function(file)
      if file then
        with_file('meteor.choosePartner')(file)
      else
        execute('meteor.choosePartner')
      end
    end,
  },
  install = {
    complete = files,
    run = function(source)
      local is_relative = source and vim.uv.fs_stat(path(source)) ~= nil
      require('meteorscope.install').install(is_relative and path(source) or source)
    end,
  },
  messages = { run = messages.show },
  explain = {
    run = function()
      execute('meteor.explainPairing')
    end,
  },
  emphasis = {
    complete = fixed('auto', 'chunks', 'differences', 'both', 'off'),
    run = function(name)
      require('meteorscope.chunks').choose_emphasis(name)
    end,
  },
  variant = {
    complete = variants,
    run = function(name)
      execute('meteor.chooseVariant', name)
    end,
  },
  reload = {
    run = function()
      execute('meteor.reload')
    end,
  },
}

local NAMES = vim.tbl_keys(COMMANDS)
table.sort(NAMES)

local function run(call)
  local name, word = call.fargs[1], call.fargs[2] and table.concat(call.fargs, ' ', 2)
  local command = COMMANDS[name]
  if not command then
    local known = table.concat(NAMES, ', ')
    local unknown = 'unknown command %q; the commands are %s'
    messages.tell(unknown:format(name, known), vim.log.levels.ERROR)
  elseif command.needs and not word then
    messages.tell(('%s needs %s'):format(name, command.needs), vim.log.levels.ERROR)
  else
    command.run(word)
  end
end

--- The completions. Names of files may contain spaces, where Neovim begins a new word.
---@param typed string the last word
---@param line string
---@return string[]
local function complete(typed, line)
  local name, words = line:match('Meteor!?%s+(%S+)%s+(.*)$')
  if not name then
    return matching(NAMES, typed)
  end
  local command = COMMANDS[name]
  local before = #words - #typed
  return vim.tbl_map(function(choice)
    return choice:sub(before + 1)
  end, command and command.complete and command.complete(words) or {})
end

--- Creates `:Meteor`.
function M.create()
  vim.api.nvim_create_user_command('Meteor', run, {
    nargs = '+',
    bar = true,
    complete = complete,
    desc = 'METEOR scores: alignment, worst segments, reports',
  })
end

return M
