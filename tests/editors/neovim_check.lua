-- Drives a Neovim that has a hypothesis open: waits, edits both sides without saving, and writes
-- down what a person sees. It judges nothing; test_neovim.py does. The plan, and where the
-- findings go, stand in the JSON file named by METEOR_PLAN.

local PATIENCE = 10000 -- milliseconds for any one thing to appear
local STEP = 20
local AFTER_EDITS = 700 -- more than the editor's and the server's pauses together

local plan = vim.json.decode(table.concat(vim.fn.readfile(vim.env.METEOR_PLAN), '\n'))
local found = { version = tostring(vim.version()), snapshots = {} }

--- What is drawn with a highlight group beside or between the lines of a buffer.
local function drawn(buffer, group)
  local shown = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, -1, 0, -1, { details = true })) do
    local _, row, column, details = unpack(mark)
    local chunks = details.virt_text or (details.virt_lines or {})[1] or {}
    for _, chunk in ipairs(chunks) do
      if chunk[2] == group then
        table.insert(shown, { row = row, column = column, text = chunk[1] })
      end
    end
  end
  return shown
end

--- The hints that Neovim holds, with its own columns: bytes.
local function hints(buffer)
  return vim.tbl_map(function(entry)
    local hint = entry.inlay_hint
    return { row = hint.position.line, column = hint.position.character, text = hint.label }
  end, vim.lsp.inlay_hint.get({ bufnr = buffer }))
end

local function diagnostics(buffer)
  return vim.tbl_map(function(entry)
    return {
      row = entry.lnum,
      start = entry.col,
      stop = entry.end_col,
      code = entry.code,
      message = entry.message,
      source = entry.source,
    }
  end, vim.diagnostic.get(buffer))
end

--- The coloured words: how each matches, with Neovim's columns.
local function words(buffer)
  local found_words = {}
  for row, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, true)) do
    for column = 0, #line do
      for _, token in ipairs(vim.lsp.semantic_tokens.get_at_pos(buffer, row - 1, column) or {}) do
        if token.start_col == column then
          local word = { row = row - 1, start = column, stop = token.end_col, type = token.type }
          table.insert(found_words, word)
        end
      end
    end
  end
  return found_words
end

local function texts(marks)
  return vim.tbl_map(function(mark)
    return mark.text
  end, marks)
end

local function lens_is(buffer, wanted)
  local lens = drawn(buffer, 'LspCodeLens')[1]
  return lens ~= nil and vim.startswith(lens.text, wanted)
end

--- Waits until the screen is as expected, or no longer, and writes down how it is.
local function look(name, buffer)
  local wanted = plan.expected[name]
  local in_time = vim.wait(PATIENCE, function()
    vim.cmd.redraw()
    return vim.deep_equal(texts(drawn(buffer, 'LspInlayHint')), wanted.hints)
      and vim.deep_equal(texts(hints(buffer)), wanted.hints)
      and #vim.diagnostic.get(buffer) == wanted.diagnostics
      and lens_is(buffer, wanted.lens)
      and vim.deep_equal(words(buffer), wanted.words)
  end, STEP)
  found.snapshots[name] = {
    in_time = in_time,
    lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, true),
    modified = vim.bo[buffer].modified,
    hints = hints(buffer),
    drawn = drawn(buffer, 'LspInlayHint'),
    words = words(buffer),
    lenses = drawn(buffer, 'LspCodeLens'),
    diagnostics = diagnostics(buffer),
  }
end

--- The text of the window that hovering opens.
local function hover(row, column)
  vim.api.nvim_win_set_cursor(0, { row + 1, column })
  vim.lsp.buf.hover()
  local lines = {}
  vim.wait(PATIENCE, function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true)
        vim.api.nvim_win_close(window, true)
        return true
      end
    end
  end, STEP)
  return lines
end

--- Where going to the definition of the word leads, and back again.
local function aligned_word(row, column)
  local home = vim.api.nvim_get_current_buf()
  vim.api.nvim_win_set_cursor(0, { row + 1, column })
  vim.lsp.buf.definition()
  vim.wait(PATIENCE, function()
    return vim.api.nvim_get_current_buf() ~= home
  end, STEP)
  local there = vim.api.nvim_win_get_cursor(0)
  local file = vim.fs.basename(vim.api.nvim_buf_get_name(0))
  vim.cmd.buffer(home)
  return { file = file, row = there[1] - 1, column = there[2] }
end

local function edit(buffer, change)
  local row = change.row
  vim.api.nvim_buf_set_text(buffer, row, change.start, row, change.stop, { change.text })
end

local function run()
  local hypothesis = vim.api.nvim_get_current_buf()
  look('opened', hypothesis)
  local clients = vim.lsp.get_clients({ bufnr = hypothesis })
  found.encodings = vim.tbl_map(function(client)
    return client.offset_encoding
  end, clients)
  found.fileformat = vim.bo[hypothesis].fileformat
  found.hover = hover(plan.word.row, plan.word.column)
  found.aligned_with = aligned_word(plan.word.row, plan.word.column)

  edit(hypothesis, plan.hypothesis_edit)
  look('hypothesis edited', hypothesis)

  vim.cmd.split(vim.fn.fnameescape(plan.reference))
  local reference = vim.api.nvim_get_current_buf()
  vim.wait(PATIENCE, function()
    return #vim.lsp.get_clients({ bufnr = reference }) > 0
  end, STEP)
  found.clients = #vim.lsp.get_clients()
  edit(reference, plan.reference_edit)
  look('reference edited', hypothesis)
  local scores = plan.expected['reference edited'].hints
  vim.wait(PATIENCE, function()
    return vim.deep_equal(texts(hints(reference)), scores)
  end, STEP)
  found.reference_hints = hints(reference)
  found.reference_modified = vim.bo[reference].modified

  vim.cmd.only() -- leaves the window of the reference
  vim.cmd.undo()
  vim.cmd.buffer(hypothesis)
  look('reference undone', hypothesis)

  vim.lsp.inlay_hint.enable(false)
  vim.cmd.undo()
  vim.wait(AFTER_EDITS)
  vim.cmd.redraw()
  found.hints_when_off = #hints(hypothesis) + #drawn(hypothesis, 'LspInlayHint')
end

local fine, problem = pcall(run)
found.problem = not fine and problem or nil
found.messages = vim.fn.execute('messages')
vim.fn.writefile({ vim.json.encode(found) }, plan.result)
vim.cmd('qall!')
