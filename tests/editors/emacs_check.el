;;; emacs_check.el --- What Emacs shows of a hypothesis  -*- lexical-binding: t; no-byte-compile: t -*-

;; With Eglot alone: waits, edits without saving, has another program write the reference.

(load (expand-file-name "emacs_session.el" (file-name-directory load-file-name)) nil t)

(defun check-hints ()
  (check-drawn
   'eglot--inlay-hint
   (lambda (overlay)
     (let ((before (overlay-get overlay 'before-string))
           (after (overlay-get overlay 'after-string)))
       ;; Either stands before the text of the overlay or behind it.
       (let ((place (if before (overlay-start overlay) (overlay-end overlay))))
         `((row . ,(check-row place))
           (column . ,(check-column place))
           (text . ,(string-trim (substring-no-properties (or before after))))))))))

(defun check-diagnostics ()
  (check-drawn
   'flymake-diagnostic
   (lambda (overlay)
     `((row . ,(check-row (overlay-start overlay)))
       (start . ,(check-column (overlay-start overlay)))
       (stop . ,(check-column (overlay-end overlay)))
       (message . ,(flymake-diagnostic-text (overlay-get overlay 'flymake-diagnostic)))))))

(defun check-rows-of-diagnostics ()
  "Each row once, also where it has several remarks."
  (seq-uniq (mapcar (lambda (shown) (alist-get 'row shown)) (check-diagnostics))))

(defun check-highlighted ()
  "The words that are marked because the cursor is on one of them."
  (vconcat (delete-dups
            (mapcar (lambda (overlay)
                      (buffer-substring-no-properties
                       (overlay-start overlay) (overlay-end overlay)))
                    (sort (seq-filter (lambda (overlay)
                                        (eq (overlay-get overlay 'face)
                                            'eglot-highlight-symbol-face))
                                      (overlays-in (point-min) (point-max)))
                          (lambda (one other) (< (overlay-start one) (overlay-start other))))))))

(defun check-as-expected (moment)
  (let ((wanted (gethash moment (check-plan "expected"))))
    (and (equal (mapcar (lambda (hint) (alist-get 'text hint)) (check-hints))
                (append (gethash "hints" wanted) nil))
         ;; Until they are published anew, Emacs draws them where they stood before an edit.
         (equal (mapcar (lambda (shown) (mapcar (lambda (key) (alist-get key shown))
                                                '(row start stop)))
                        (check-diagnostics))
                (mapcar (lambda (range) (append range nil))
                        (gethash "diagnostics" wanted))))))

(defun check-look (moment)
  (check-note moment
              `((in_time . ,(if (check-as-expected moment) t :false))
                (modified . ,(if (buffer-modified-p) t :false))
                (lines . ,(vconcat (split-string (buffer-string) "\n" t)))
                (hints . ,(check-hints))
                (diagnostics . ,(check-diagnostics)))))

(defun check-go-to (word)
  (goto-char (point-min))
  (search-forward word)
  (goto-char (match-beginning 0)))

(iter-defun check-session ()
  (check-wait (check-as-expected "opened"))
  (check-look "opened")
  (check-note "version" emacs-version)
  (check-note "unit" (symbol-name eglot-current-linepos-function))

  (check-command (check-go-to (check-plan "word_in_chunk")))
  (push 'right unread-command-events) ; ElDoc speaks up after commands that it knows
  (check-wait (and (current-message) (not (seq-empty-p (check-highlighted)))))
  (check-note "hover" (current-message))
  (check-note "highlighted" (check-highlighted))

  (let ((home (current-buffer)))
    (check-command (find-file (check-plan "reference")))
    (check-wait (> (length (check-hints)) 0))
    (check-note "reference_hints" (check-hints))
    (check-note "servers" (length (hash-table-values eglot--servers-by-project)))
    (check-command (switch-to-buffer home))
    (check-command
     (check-go-to (check-plan "word"))
     (call-interactively #'xref-find-definitions))
    (check-note "aligned_with" `((file . ,(file-name-nondirectory buffer-file-name))
                                 (row . ,(check-row (point)))
                                 (column . ,(check-column (point)))))
    (check-command (switch-to-buffer home)))

  (check-command
   (check-go-to (check-plan "word"))
   (delete-char (length (check-plan "word")))
   (insert (check-plan "in_its_place")))
  (check-wait (check-as-expected "edited"))
  (check-look "edited")

  ;; Another program writes the reference, which is not open.
  (check-command (kill-buffer (find-buffer-visiting (check-plan "reference"))))
  ;; Emacs asks about the word under the cursor, and the server reads the file as it was; from then
  ;; on only a notice can tell it of another text.
  (let ((end (+ (float-time) check-silence)))
    (while (< (float-time) end) (iter-yield nil)))
  (call-process "cp" nil nil nil (check-plan "other_reference") (check-plan "reference"))
  (let ((wanted (append (check-plan "low_rows_with_the_other_reference") nil)))
    (check-wait (equal wanted (check-rows-of-diagnostics)))
    (check-note "low_rows_with_the_other_reference" (vconcat (check-rows-of-diagnostics)))))

(check-run (check-session))

;;; emacs_check.el ends here
