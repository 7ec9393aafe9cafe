;;; emacs_package_check.el --- What the package shows of a pair  -*- lexical-binding: t; no-byte-compile: t -*-

;; With the package: looks, shows the other side and the alignment beside it, edits without saving.

(load (expand-file-name "emacs_session.el" (file-name-directory load-file-name)) nil t)

(defun check-scores ()
  (check-drawn
   'meteorscope
   (lambda (overlay)
     (let ((text (overlay-get overlay 'before-string)))
       (and text `((row . ,(check-row (overlay-start overlay)))
                   (column . ,(check-column (overlay-start overlay)))
                   (face . ,(symbol-name (get-text-property 1 'face text)))
                   (text . ,(string-trim (substring-no-properties text)))))))))

(defun check-words ()
  (check-drawn
   'meteorscope
   (lambda (overlay)
     (let ((faces (overlay-get overlay 'face)))
       (and faces `((row . ,(check-row (overlay-start overlay)))
                    (start . ,(check-column (overlay-start overlay)))
                    (stop . ,(check-column (overlay-end overlay)))
                    (faces . ,(vconcat (mapcar #'symbol-name faces)))))))))

(defun check-only (drawn)
  (vconcat (delq nil (append drawn nil))))

(defun check-drawn-as (buffer moment)
  (with-current-buffer buffer
    (equal (mapcar (lambda (score) (alist-get 'text score)) (check-only (check-scores)))
           (append (gethash moment (check-plan "expected")) nil))))

(defun check-look (moment home other)
  (dolist (side `(("hypothesis" . ,home) ("reference" . ,other)))
    (with-current-buffer (cdr side)
      (check-note (concat (car side) " " moment)
                  `((in_time . ,(if (check-drawn-as (current-buffer) moment) t :false))
                    (scores . ,(check-only (check-scores)))
                    (words . ,(check-only (check-words)))))))
  (with-current-buffer home
    (check-note (concat "mode line " moment) (or mode-line-process "")))
  (with-current-buffer "*METEOR alignment*"
    (check-note (concat "alignment " moment) (buffer-substring-no-properties 1 (point-max)))
    (check-note "legend" (substring-no-properties mode-line-format))))

(defun check-pictures (text)
  (and (get-buffer "*METEOR alignment*")
       (string-search text (with-current-buffer "*METEOR alignment*" (buffer-string)))))

(iter-defun check-session ()
  (check-command)
  (let ((home (current-buffer)) (other nil))
    (check-wait (check-drawn-as home "opened"))
    (check-command
     (setq other (window-buffer (display-buffer (find-file-noselect (check-plan "reference")))))
     (goto-char (point-min))
     (search-forward (check-plan "word"))
     (call-interactively #'meteorscope-alignment))
    (check-wait (and (check-drawn-as other "opened") (check-pictures (check-plan "word"))))
    (check-look "opened" home other)

    (check-command
     (delete-char (- (length (check-plan "word"))))
     (insert (check-plan "in_its_place")))
    (check-wait (and (check-drawn-as home "edited") (check-drawn-as other "edited")
                     (check-pictures (check-plan "in_its_place"))
                     (equal (buffer-local-value 'mode-line-process home)
                            (check-plan "mode_line"))))
    (check-look "edited" home other)

    (check-command (call-interactively #'meteorscope-alignment))
    (check-note "closed" (if (get-buffer-window "*METEOR alignment*") :false t))))

(check-run (check-session))

;;; emacs_package_check.el ends here
