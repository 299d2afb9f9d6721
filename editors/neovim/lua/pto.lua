-- PTO in Neovim, 0.7 or newer: `require('pto').setup({ targets = { 'a5' } })`, with this folder in 'runtimepath'.
local M = {}

--- Shows the answer of a command in a window below.
local function show(result)
  if not result then
    return
  end
  local text = (result.output or '') .. (result.errors or '')
  vim.cmd('botright new')
  vim.bo.buftype, vim.bo.bufhidden = 'nofile', 'wipe'
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(text, '\n'))
  if result.words and result.words[1] == 'lower' then
    vim.bo.filetype = 'pto'
  end
end

--- Runs a command of the server on the buffer: `:Pto cost 128 128`, `:Pto lower`, `:Pto checkSync`.
function M.command(name, args)
  local argument = { uri = vim.uri_from_bufnr(0), args = args, name = args[1] }
  local params = { command = 'pto.' .. name, arguments = { argument } }
  vim.lsp.buf_request(0, 'workspace/executeCommand', params, function(err, result)
    if err then
      vim.notify(err.message, vim.log.levels.ERROR)
    else
      show(result)
    end
  end)
end

--- Options: `cmd` (default { 'pto', 'lsp' }), and the settings of the server: targets, rules, sync, hints.
function M.setup(options)
  options = options or {}
  local cmd = options.cmd or { 'pto', 'lsp' }
  local client
  local function attach(buffer)
    if not client or vim.lsp.client_is_stopped(client) then
      client = vim.lsp.start_client({ name = 'pto', cmd = cmd, init_options = options, root_dir = vim.fn.getcwd() })
    end
    if client then
      vim.lsp.buf_attach_client(buffer, client)
    end
  end
  vim.api.nvim_create_autocmd('FileType', {
    pattern = 'pto',
    callback = function(event)
      vim.bo[event.buf].commentstring = '// %s'
      attach(event.buf)
    end,
  })
  vim.api.nvim_create_user_command('Pto', function(c)
    local words = vim.split(c.args, '%s+')
    M.command(table.remove(words, 1), words)
  end, { nargs = '+' })
end

return M
