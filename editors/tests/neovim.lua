-- Attached to the server: findings are shown, a quick fix is applied, hover has text. Prints one line of JSON.
local out = {}
local ok, why = pcall(function()
  require('pto').setup({ cmd = { vim.env.PTO, 'lsp' }, targets = { 'a2a3' } })
  vim.cmd('edit ' .. vim.env.PROGRAM)
  vim.cmd('setfiletype pto')
  local buffer = vim.api.nvim_get_current_buf()
  local wait = function(what)
    assert(vim.wait(20000, what, 20), 'nothing came')
  end
  wait(function() return #vim.diagnostic.get(buffer) > 0 end)
  out.found = vim.tbl_map(function(d) return { d.code or d.user_data.lsp.code, d.lnum, d.col, d.message } end, vim.diagnostic.get(buffer))
  local ask = function(method, params)
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
    local _, answer = next(answers)
    return answer.result
  end
  local row = vim.fn.search('trwosum')
  vim.fn.cursor(row, 6)
  local params = vim.lsp.util.make_range_params(0, 'utf-16')
  params.context = { diagnostics = {} }
  for _, action in ipairs(ask('textDocument/codeAction', params)) do
    if action.kind == 'quickfix' then
      vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
      out.fixed = vim.api.nvim_buf_get_lines(buffer, row - 1, row, false)[1]
      break
    end
  end
  local about_it = function(d) return d.message:find('trwosum', 1, true) end
  wait(function() return #vim.tbl_filter(about_it, vim.diagnostic.get(buffer)) == 0 end)
  vim.fn.cursor(row, 8)
  local hover = ask('textDocument/hover', vim.lsp.util.make_position_params(0, 'utf-16'))
  out.hover = hover.contents.value
end)
out.error = not ok and tostring(why) or nil
io.stdout:write('RESULT ' .. vim.json.encode(out) .. '\n')
vim.cmd('qall!')
