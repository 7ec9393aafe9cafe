--- `:Meteor`, and what it completes.
local M = {}

local alignment = require('meteorscope.alignment')
local options = require('meteorscope.options')
local server = require('meteorscope.server')

local PATIENCE = 2000 -- milliseconds that completion waits for the server

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

local function files(typed)
  return vim.fn.getcompletion(typed, 'file')
end

--- The client of the current buffer, or a word about why there is none.
---@return vim.lsp.Client?
local function client_here()
  local client = server.client(0)
  if not client then
    vim.notify('METEOR: no server here; see :checkhealth meteorscope', vim.log.levels.WARN)
  end
  return client
end

--- Has the server carry out one of its commands; it shows what comes of it.
---@param command string
---@param ... any what follows the URI of the buffer
local function execute(command, ...)
  local client = client_here()
  if not client then
    return
  end
  local buffer = vim.api.nvim_get_current_buf()
  local params = { command = command, arguments = { vim.uri_from_bufnr(buffer), ... } }
  server.request(client, 'workspace/executeCommand', params, buffer, function(problem)
    if problem then
      vim.notify('METEOR: ' .. problem.message, vim.log.levels.ERROR)
    end
  end)
end

local function variants(typed)
  local client = server.client(0)
  if not client then
    return {}
  end
  local params = { command = 'meteor.status', arguments = {} }
  local status = server.request_now(client, 'workspace/executeCommand', params, 0, PATIENCE)
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

--- The URI of a file that is named from where the person is; `%` and the like are files, too.
---@param file string
---@return string
local function uri(file)
  local name = vim.fn.filereadable(file) == 0 and file:match('^[%%#<]') and vim.fn.expand(file)
  return vim.uri_from_fname(vim.fn.fnamemodify(vim.fs.normalize(name or file), ':p'))
end

--- Carries on with the number of the segment under the cursor.
---@param go_on fun(segment: integer)
local function with_segment(go_on)
  local client = client_here()
  if not client then
    return
  end
  local buffer = vim.api.nvim_get_current_buf()
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  server.request(client, 'meteor/alignment', params, buffer, function(_, found)
    if found then
      go_on(found.segment)
    end
  end)
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
  alignment = {
    complete = fixed('on', 'off'),
    run = function(word)
      if switched(word, alignment.is_open()) then
        alignment.open()
      else
        alignment.close()
      end
    end,
  },
  chunks = { complete = fixed('on', 'off'), run = switch_drawing('chunks') },
  scores = { complete = fixed('on', 'off'), run = switch_drawing('scores') },
  worst = {
    run = function(count)
      local client = client_here()
      if client then
        local most = tonumber(count) or options.current.quickfix
        require('meteorscope.worst').list(client, vim.api.nvim_get_current_buf(), most)
      end
    end,
  },
  worse = {
    run = function()
      with_segment(function(segment)
        execute('meteor.goToWorse', segment)
      end)
    end,
  },
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
    complete = fixed('html', 'text'),
    run = function(form)
      execute('meteor.report', form or 'html')
    end,
  },
  export = {
    complete = fixed('tsv', 'json'),
    run = function(form)
      execute('meteor.export', form or 'tsv')
    end,
  },
  compare = {
    needs = 'another hypothesis',
    complete = files,
    run = function(file)
      execute('meteor.compare', uri(file))
    end,
  },
  pair = {
    needs = 'a reference',
    complete = files,
    run = function(file)
      execute('meteor.pair', uri(file))
    end,
  },
  explain = {
    run = function()
      execute('meteor.explainPairing')
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
    vim.notify(('METEOR: %q is none of %s'):format(name, known), vim.log.levels.ERROR)
  elseif command.needs and not word then
    vim.notify(('METEOR: %s needs %s'):format(name, command.needs), vim.log.levels.ERROR)
  else
    command.run(word)
  end
end

--- What may follow; the part of the line before the word that is being typed decides.
local function complete(typed, line)
  local name = line:match('Meteor!?%s+(%S+)%s')
  if not name then
    return matching(NAMES, typed)
  end
  local command = COMMANDS[name]
  return command and command.complete and command.complete(typed) or {}
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
