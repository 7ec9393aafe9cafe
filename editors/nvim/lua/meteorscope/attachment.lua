--- The buffers that the server is attached to, and the age of its answers about them.
local M = {}

local options = require('meteorscope.options')
local server = require('meteorscope.server')

-- They avoid Vim's own keys, such as those for spelling.
local KEYS = {
  [']w'] = { plug = '<Plug>(MeteorWorse)', desc = 'To the next worse segment' },
  ['[w'] = { plug = '<Plug>(MeteorBetter)', desc = 'To the next better segment' },
  ['yom'] = { plug = '<Plug>(MeteorEmphasis)', desc = 'Mark chunks, differences, both or nothing' },
  [']u'] = { plug = '<Plug>(MeteorNextUnreviewed)', desc = 'To the next unreviewed segment' },
  ['[u'] = { plug = '<Plug>(MeteorPreviousUnreviewed)', desc = 'To the unreviewed segment before' },
  [']e'] = { plug = '<Plug>(MeteorNextEdit)', desc = 'To the next edit of a post-edit' },
  ['[e'] = { plug = '<Plug>(MeteorPreviousEdit)', desc = 'To the edit before' },
}

---@class meteorscope.Attachment
---@field client vim.lsp.Client
---@field age integer grows when the scores change

local attached = {} ---@type table<integer, meteorscope.Attachment> by buffer

--- The names of types and modifiers of semantic tokens, by client.
---@type table<vim.lsp.Client, lsp.SemanticTokensLegend>
local legends = setmetatable({}, { __mode = 'k' })

---@param buffer integer
---@return vim.lsp.Client?
function M.client(buffer)
  return attached[buffer] and attached[buffer].client
end

---@param client vim.lsp.Client
---@return lsp.SemanticTokensLegend
function M.legend(client)
  return legends[client]
end

--- How often the scores of a buffer have changed.
---@param buffer integer
---@return integer
function M.age(buffer)
  return attached[buffer] and attached[buffer].age or 0
end

---@param buffer integer
local function renew(buffer)
  attached[buffer].age = attached[buffer].age + 1
  require('meteorscope.screen').ask_anew(buffer)
  require('meteorscope.alignment').follow()
end

--- The scores have changed: asks again about all that is on screen.
function M.ask_anew()
  for buffer in pairs(attached) do
    renew(buffer)
  end
  vim.cmd.redrawstatus({ bang = true }) -- for statusline()
end

--- A buffer was edited, and the server has its text: the scores of the other sides change, too.
---@param buffer integer
function M.edited(buffer)
  for other in pairs(attached) do
    if other ~= buffer and #vim.fn.win_findbuf(other) > 0 then
      renew(other)
    end
  end
end

--- Diagnostics are about whole segments: underlining all of it says no more than their sign does,
--- and hides how words match.
---@param client vim.lsp.Client
local function keep_from_underlining(client)
  local provider = client.server_capabilities.diagnosticProvider
  local pull_id = type(provider) == 'table' and provider.identifier or nil
  for _, namespace in ipairs({
    vim.lsp.diagnostic.get_namespace(client.id),
    vim.lsp.diagnostic.get_namespace(client.id, true, pull_id),
  }) do
    vim.diagnostic.config({ underline = false }, namespace)
  end
end

--- Takes over from Neovim the drawing, in files of any length and with every edit. Neovim asks
--- for tokens after LspAttach; hints that it asked for before, server.lua leaves undrawn.
---@param client vim.lsp.Client
local function take_over(client)
  local capabilities = client.server_capabilities
  local tokens = capabilities.semanticTokensProvider
  legends[client] = legends[client] or (tokens and tokens.legend)
  capabilities.semanticTokensProvider = nil
  if options.current.scores then
    capabilities.inlayHintProvider = nil
  end
end

--- Keys from segment to segment by score and through the markings, in buffers with the server, unless
--- the key has a meaning there or the motion another key.
---@param buffer integer
local function set_keys(buffer)
  for key, motion in pairs(KEYS) do
    if vim.fn.maparg(key, 'n') == '' and vim.fn.hasmapto(motion.plug, 'n') == 0 then
      vim.keymap.set('n', key, motion.plug, { buffer = buffer, desc = motion.desc })
    end
  end
end

--- Keeps Neovim from indenting a line anew at each tag that is typed into a translation: the spaces
--- would be a change of their own, to a text in which they may count.
---@param buffer integer
local function keep_from_indenting(buffer)
  if vim.bo[buffer].filetype == 'xml' then
    vim.bo[buffer].indentkeys = ''
  end
end

local function attach(event)
  local client = vim.lsp.get_client_by_id(event.data.client_id)
  if not client or client.name ~= server.NAME then
    return
  end
  take_over(client)
  if not options.current.underline then
    keep_from_underlining(client)
  end
  if options.current.keys then
    set_keys(event.buf)
  end
  keep_from_indenting(event.buf)
  attached[event.buf] = { client = client, age = 0 }
  vim.schedule(function()
    -- The window was drawn before there was a server; this has it drawn, and looked at, again.
    if vim.api.nvim_buf_is_valid(event.buf) then
      vim.api.nvim__redraw({ buf = event.buf, valid = false })
    end
    vim.cmd.redrawstatus({ bang = true })
    require('meteorscope.alignment').follow()
  end)
end

local function detach(event)
  local here = attached[event.buf]
  if here and here.client.id == event.data.client_id then
    attached[event.buf] = nil
    require('meteorscope.screen').clear(event.buf)
    vim.schedule(function()
      require('meteorscope.alignment').follow()
      vim.cmd.redrawstatus({ bang = true })
    end)
  end
end

--- Follows which buffers the server is attached to.
function M.watch()
  local group = vim.api.nvim_create_augroup('meteorscope.attachment', {})
  vim.api.nvim_create_autocmd('LspAttach', { group = group, callback = attach })
  vim.api.nvim_create_autocmd('LspDetach', { group = group, callback = detach })
end

return M
