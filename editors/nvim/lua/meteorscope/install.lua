--- `:Meteor install`: a Python environment of the plugin's own, with the server, which is started
--- where there is no other. It is made beside the one before and takes its place when the server in it
--- has report its version. The server runs as a module, since the scripts of an environment name the
--- folder in which it was made.
local M = {}

local messages = require('meteorscope.messages')

local VERSIONS = { '3.14', '3.13', '3.12', '3.11' }
local ASK = 'import sys, venv; sys.exit(sys.version_info < (3, 11))'
local PACKAGE = 'meteorscope[lsp]'

local is_running = false

---@return string
local function home()
  return vim.fs.joinpath(vim.fn.stdpath('data') --[[@as string]], 'meteorscope')
end

---@param environment string
---@return string
local function python_in(environment)
  local is_windows = vim.fn.has('win32') == 1
  return vim.fs.joinpath(environment, is_windows and 'Scripts/python.exe' or 'bin/python')
end

--- Where the environment is.
---@return string
function M.folder()
  return vim.fs.joinpath(home(), 'server')
end

--- What starts the server that is installed there, alone, whatever is in the working folder.
---@return string[]? nil if missing
function M.command()
  local python = python_in(M.folder())
  return vim.fn.executable(python) == 1 and { python, '-I', '-m', 'meteor_lsp' } or nil
end

--- The clone that this plugin is part of, if it is part of one.
---@return string?
function M.clone()
  local here = vim.fs.normalize(debug.getinfo(1, 'S').source:sub(2))
  local clone = vim.fn.fnamemodify(here, ':p:h:h:h:h:h') -- lua/meteorscope in editors/nvim
  return vim.fn.filereadable(clone .. '/pyproject.toml') == 1 and clone or nil
end

--- What pip is report to install, and from where.
---@param source? string a folder of wheels, a wheel, a clone, or the address of an index
---@return string[]? words, string? problem
function M.requirement(source)
  source = source or M.clone()
  if not source then
    return nil, 'Meteorscope is on no package index yet: name a folder of wheels, a wheel or a clone'
  end
  if source:match('^https?://') then
    return { '--index-url', source, PACKAGE }
  end
  local path = vim.fs.normalize(vim.fn.fnamemodify(vim.fn.expand(source), ':p')):gsub('/$', '')
  if vim.fn.filereadable(path) == 1 and path:match('%.whl$') then
    return { PACKAGE .. ' @ ' .. vim.uri_from_fname(path) }
  elseif vim.fn.filereadable(path .. '/pyproject.toml') == 1 then
    return { path .. '[lsp]' }
  elseif #vim.fn.glob(path .. '/meteorscope-*.whl', true, true) > 0 then
    return { '--no-index', '--find-links', path, PACKAGE }
  end
  return nil, ('no wheel of Meteorscope in %s; name a folder of wheels, a wheel or a clone'):format(path)
end

---@param text string
local function show(text)
  if messages.fits(text) then
    vim.api.nvim_echo({ { text } }, false, {})
    vim.cmd.redraw()
  end
end

--- The last words of a program that failed.
---@param done vim.SystemCompleted
---@return string
local function last_words(done)
  local said = vim.trim((done.stdout or '') .. '\n' .. (done.stderr or ''))
  local errors = said:match('ERROR: ([^\n]*)') or said:match('[^\n]*ensurepip[^\n]*')
  return errors or said:match('[^\n]*$')
end

--- Runs a program, and what follows if it ends well.
---@param step string what it does, for a person
---@param command string[]
---@param failed fun(why: string)
---@param next_step fun()
local function run(step, command, failed, next_step)
  show('METEOR: installing: ' .. step)
  local function report(_, text)
    local package = text and text:match('Processing ([^\n]*)') or text and text:match('Collecting (%S+)')
    if package then
      vim.schedule(function()
        show(('METEOR: installing: %s: %s'):format(step, vim.fs.basename(package)))
      end)
    end
  end
  local output = {}
  local options = {
    text = true,
    cwd = vim.uv.os_homedir(), -- modules in the working folder must not become part of it
    stdout = function(problem, text)
      table.insert(output, text)
      report(problem, text)
    end,
  }
  vim.system(command, options, function(done)
    vim.schedule(function()
      if done.code == 0 then
        next_step()
      else
        done.stdout = table.concat(output)
        failed(('%s: %s'):format(step, last_words(done)))
      end
    end)
  end)
end

--- The first Python that is new enough; asked one after the other.
---@param found fun(python?: string)
local function find_python(found)
  local names = { 'python3' }
  for _, version in ipairs(VERSIONS) do
    table.insert(names, 'python' .. version)
  end
  table.insert(names, 'python')
  local function try(number)
    local python = names[number] and vim.fn.exepath(names[number])
    if not python then
      found(nil)
    elseif python == '' then
      try(number + 1)
    else
      vim.system({ python, '-I', '-S', '-c', ASK }, { cwd = vim.uv.os_homedir() }, function(done)
        vim.schedule(function()
          if done.code == 0 then
            found(python)
          else
            try(number + 1)
          end
        end)
      end)
    end
  end
  try(1)
end

--- Ends the servers that run and starts the new one for all buffers that want scores.
local function start_anew()
  local server = require('meteorscope.server')
  for _, client in ipairs(vim.lsp.get_clients({ name = server.NAME })) do
    if vim.fn.has('nvim-0.11') == 1 then
      client:stop()
    else
      client.stop()
    end
  end
  if vim.lsp.config and not server.overrides().cmd then
    vim.lsp.config(server.NAME, { cmd = server.config().cmd })
  end
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and require('meteorscope.missing').wants_scores(buffer) then
      server.start(buffer)
    end
  end
end

--- Installs the server.
---@param source? string a folder of wheels, a wheel, a clone, or the address of an index
function M.install(source)
  local words, problem = M.requirement(source)
  if is_running or not words then
    messages.tell(problem or 'the server is being installed', vim.log.levels.WARN)
    return
  end
  is_running = true
  local building = vim.fs.joinpath(home(), ('building-%d'):format(vim.uv.os_getpid()))
  local function failed(why)
    is_running = false
    vim.fn.delete(building, 'rf')
    messages.tell('the server was not installed: ' .. why, vim.log.levels.ERROR)
  end
  local function take_its_place()
    vim.fn.delete(M.folder(), 'rf')
    local moved, why = vim.uv.fs_rename(building, M.folder())
    if not moved then
      failed(why or 'the folder could not be moved')
      return
    end
    is_running = false
    start_anew()
    local which = require('meteorscope.server').command()
    local is_own = which and which[1] == python_in(M.folder())
    local another = (' the one that runs is %s'):format(which and which[1] or 'a function')
    messages.tell('the server is installed' .. (is_own and '' or ';' .. another))
  end
  find_python(function(python)
    if not python then
      failed('there is no Python 3.11 or later on the search path')
      return
    end
    vim.fn.mkdir(home(), 'p')
    vim.fn.delete(building, 'rf')
    local own = python_in(building)
    run('making an environment', { python, '-I', '-m', 'venv', building }, failed, function()
      local pip = { own, '-I', '-m', 'pip', 'install', '--disable-pip-version-check', '--no-compile' }
      run('installing packages', vim.list_extend(pip, words), failed, function()
        local start = { own, '-I', '-m', 'meteor_lsp', '--version' }
        run('starting the server', start, failed, take_its_place)
      end)
    end)
  end)
end

return M
