-- For Neovim 0.11 and newer: `vim.lsp.enable('pto')`.
return { cmd = { 'pto', 'lsp' }, filetypes = { 'pto' }, root_markers = { '.git' } }
