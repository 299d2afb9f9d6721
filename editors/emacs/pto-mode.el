;;; pto-mode.el --- PTO tile programs  -*- lexical-binding: t; -*-

;;; Commentary:
;; (add-to-list 'load-path ".../editors/emacs")
;; (require 'pto-mode)
;; Then M-x eglot in a .pto buffer, or (add-hook 'pto-mode-hook #'eglot-ensure).

;;; Code:

(defgroup pto nil "PTO tile programs." :group 'languages)

(defcustom pto-command "pto" "The command `pto'." :type 'string)

(defvar pto-font-lock-keywords
  '(("%[[:alnum:]_$.]+\\(#[0-9]+\\)?" . font-lock-variable-name-face)
    ("@[[:alnum:]_$.]+" . font-lock-function-name-face)
    ("![[:alpha:]_][[:alnum:]_$.]*" . font-lock-type-face)
    ("\\_<pto\\.[[:alnum:]_.]+" . font-lock-builtin-face)
    ("\\_<\\(arith\\|scf\\|cf\\|func\\|memref\\|math\\|vector\\)\\.[[:alnum:]_.]+" . font-lock-keyword-face)
    ("\\_<\\(module\\|return\\|ins\\|outs\\|attributes\\|to\\|step\\|else\\|iter_args\\)\\_>" . font-lock-keyword-face)
    ("\\_<\\(PIPE_[A-Z0-9]+\\|EVENT_ID[0-9]+\\)\\_>" . font-lock-constant-face)))

(defvar pto-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?% "'" table)
    (modify-syntax-entry ?@ "'" table)
    (modify-syntax-entry ?! "'" table)
    (modify-syntax-entry ?< "." table)
    (modify-syntax-entry ?> "." table)
    table))

;;;###autoload
(define-derived-mode pto-mode prog-mode "PTO"
  "Mode for PTO tile programs."
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 2)
  (setq-local font-lock-defaults '(pto-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.pto\\'" . pto-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs `(pto-mode . (,pto-command "lsp"))))

(provide 'pto-mode)
;;; pto-mode.el ends here
