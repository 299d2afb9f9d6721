autocmd BufRead,BufNewFile *.pto setfiletype pto
