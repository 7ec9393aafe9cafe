--- `:checkhealth meteorscope`
local M = {}

local highlights = require('meteorscope.highlights')
local missing = require('meteorscope.missing')
local server = require('meteorscope.server')

-- Milliseconds; a program that starts on a busy machine takes its time.
local TIMEOUT_MS, START_TIMEOUT_MS = 10000, 30000

local function check_editor()
  vim.health.start('Neovim')
  local version = vim.version()
  local words = ('%d.%d.%d'):format(version.major, version.minor, version.patch)
  if vim.fn.has('nvim-0.10') == 1 then
    vim.health.ok(words)
  else
    vim.health.error(words .. ' is too old', 'Install Neovim 0.10 or later.')
  end
  if vim.o.termguicolors or #vim.api.nvim_list_uis() == 0 then
    vim.health.ok("'termguicolors' is on")
  else
    vim.health.info("'termguicolors' is off: the nearest of 256 colours are used")
  end
  local missing = vim.tbl_filter(function(name)
    return vim.tbl_isempty(vim.api.nvim_get_hl(0, { name = name }))
  end, highlights.GROUPS)
  if #missing == 0 then
    vim.health.ok('all highlight groups are defined')
  else
    vim.health.warn(
      'highlight groups without a definition: ' .. table.concat(missing, ', '),
      'A colour scheme cleared them without the event ColorScheme; load it with :colorscheme.'
    )
  end
end

local function check_server()
  vim.health.start('meteor-lsp')
  local words = server.command()
  if not words then
    vim.health.info('is started by a function')
    return
  end
  if vim.fn.executable(words[1]) == 0 then
    vim.health.error(
      ('%s is not on the search path'):format(words[1]),
      ('Install it with %s or :Meteor install, or set the option cmd.'):format(missing.installation())
    )
    return
  end
  local asked = vim.list_extend(vim.deepcopy(words), { '--version' })
  local done = vim.system(asked, { text = true }):wait(START_TIMEOUT_MS)
  if done.code == 124 then
    vim.health.error(('%s --version: no answer in %d seconds'):format(words[1], START_TIMEOUT_MS / 1000))
  elseif done.code == 0 then
    vim.health.ok(('%s: %s'):format(vim.fn.exepath(words[1]), vim.trim(done.stdout)))
  else
    vim.health.error(('%s --version: %s'):format(words[1], vim.trim(done.stderr or '')))
  end
  if vim.lsp.is_enabled and not vim.lsp.is_enabled(server.NAME) then
    vim.health.warn(
      'is not enabled',
      "Call require('meteorscope').setup(), or vim.lsp.enable('meteor_lsp')."
    )
  end
end

local function check_client(client)
  local params = { command = 'meteor.status', arguments = {} }
  local status, problem =
    server.request_now(client, 'workspace/executeCommand', params, 0, TIMEOUT_MS)
  if not status then
    vim.health.error('does not answer: ' .. (problem or 'no reason given'))
    return
  end
  vim.health.ok(
    ('version %s, process %d, columns in %s'):format(
      status.version,
      status.process,
      client.offset_encoding
    )
  )
  if status.meteor15 and status.meteor15 ~= vim.NIL then
    vim.health.ok("METEOR 1.5's files: " .. status.meteor15)
  else
    vim.health.info("METEOR 1.5's files are not here; only the variant meteor-1.5 needs them")
  end
  for _, pairing in ipairs(status.pairings) do
    local names = vim.tbl_map(vim.fs.basename, vim.tbl_map(vim.uri_to_fname, pairing.references))
    local pair = ('%s with %s'):format(
      vim.fs.basename(vim.uri_to_fname(pairing.hypothesis)),
      table.concat(names, ', ')
    )
    if pairing.problem and pairing.problem ~= vim.NIL then
      vim.health.error(('%s: %s'):format(pair, pairing.problem))
    else
      local words = '%s: %d of %d segments scored, %s'
      vim.health.ok(words:format(pair, pairing.scored, pairing.segments, pairing.signature))
    end
  end
  if #status.pairings == 0 then
    vim.health.info('no open file is paired; :Meteor explain says why')
  end
end

function M.check()
  check_editor()
  check_server()
  vim.health.start('Running servers')
  local clients = vim.lsp.get_clients({ name = server.NAME })
  for _, client in ipairs(clients) do
    check_client(client)
  end
  if #clients == 0 then
    vim.health.info('none; open a file such as news.hyp.en')
  end
end

return M
