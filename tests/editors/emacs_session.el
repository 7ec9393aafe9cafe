;;; emacs_session.el --- What sessions in Emacs share  -*- lexical-binding: t; no-byte-compile: t -*-

;; Drives an Emacs that has a hypothesis open, on a terminal, and writes down what a person sees.
;; It judges nothing; tests do.  The plan, and where the findings go, stand in the JSON file named
;; by METEOR_PLAN.
;;
;; The session runs in steps from a timer, so that between them Emacs is as idle as it is when
;; nobody types; what it does are commands, as if a key had been pressed.  Eglot sends edits, and
;; asks about the word under the cursor, when Emacs has become idle after a command.

(require 'generator)
(require 'json)
(require 'subr-x)

(defconst check-patience 20 "Seconds for any one thing to appear.")
(defconst check-silence 2 "Seconds after which Emacs asks nothing on its own.")
(defconst check-step 0.05)

(defvar check-plan
  (json-parse-string (with-temp-buffer
                       (insert-file-contents (getenv "METEOR_PLAN"))
                       (buffer-string))))
(defvar check-found (make-hash-table :test #'equal))

(defun check-plan (key) (gethash key check-plan))
(defun check-note (key value) (puthash key value check-found))

(defun check-row (position) (1- (line-number-at-pos position t)))
(defun check-column (position)
  "How many characters stand before POSITION in its line."
  (- position (save-excursion (goto-char position) (pos-bol))))

(defun check-drawn (property to-json)
  "What TO-JSON makes of each overlay with PROPERTY, in the order of the text."
  (let ((overlays (seq-filter (lambda (overlay) (overlay-get overlay property))
                              (overlays-in (point-min) (1+ (point-max))))))
    (vconcat (mapcar to-json (sort overlays (lambda (one other)
                                              (< (overlay-start one) (overlay-start other))))))))

(defmacro check-wait (condition)
  "Let Emacs do its work until CONDITION holds, or no longer."
  `(let ((end (+ (float-time) check-patience)))
     (while (and (not ,condition) (< (float-time) end))
       (iter-yield nil))))

(defmacro check-command (&rest body)
  "Have the command loop do BODY."
  `(let ((done nil))
     (keymap-global-set "<f12>" (lambda () (interactive) ,@body (setq done t)))
     (push 'f12 unread-command-events)
     (check-wait done)))

(defun check-leave (&optional problem)
  (when problem
    (check-note "problem" (error-message-string problem)))
  (check-note "messages" (with-current-buffer "*Messages*" (buffer-string)))
  (let ((coding-system-for-write 'utf-8))
    (write-region (json-serialize check-found) nil (check-plan "result") nil 'silent))
  (set-buffer-modified-p nil)
  (kill-emacs))

(defun check-run (session)
  "Go through SESSION, a generator, and leave."
  (run-with-timer
   check-step check-step
   (lambda ()
     (condition-case problem
         (progn (redisplay) (iter-next session))
       (iter-end-of-sequence (check-leave))
       (error (check-leave problem))))))

;;; emacs_session.el ends here
