;;; meteorscope.el --- METEOR scores of translations  -*- lexical-binding: t -*-

;; Author: The Meteorscope authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "30.1"))
;; Keywords: convenience, languages, tools
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Shows how machine translations line up with their references, and what that
;; is worth under METEOR.  Files of pairs (news.hyp.en with news.ref.en,
;; job.mt.de with job.pe.de), tables, and bilingual files (XLIFF, TMX, PO) are
;; served by Meteorscope's language server, meteor-lsp, through Eglot.
;;
;; Eglot shows hovers, diagnostics, actions and aligned words.  This package
;; adds modes for the files, colours for the words of each chunk, scores at the
;; ends of segments, the score of the file in the mode line, and the alignment
;; of the segment at point in a side window (`meteorscope-alignment').  All of
;; it follows edits, on both sides.

;;; Code:

(require 'eglot)
(require 'map)
(require 'nxml-mode)
(require 'seq)

(defgroup meteorscope nil
  "METEOR scores of translations."
  :group 'tools
  :prefix "meteorscope-")

(defcustom meteorscope-server-command '("meteor-lsp")
  "The program that is the language server, and its arguments."
  :type '(repeat string))

(defcustom meteorscope-settings nil
  "Settings of the language server, as a property list such as (:lowScore 0.3).
They hold from its start.  Those of a project stand in its file meteor.toml."
  :type 'plist)

(defcustom meteorscope-start-server t
  "Whether a file that is opened starts the language server."
  :type 'boolean)

(defcustom meteorscope-colours t
  "Whether words have the colours of their chunks."
  :type 'boolean)

(defcustom meteorscope-scores t
  "Whether scores stand at the ends of segments."
  :type 'boolean)

(defcustom meteorscope-score-bands '(0.3 0.6)
  "The scores at which segments become middling and high."
  :type '(list number number))

;;;; Faces

;; Okabe and Ito's colours, which stay apart with every common kind of colour
;; blindness, darkened or lightened for text: 4.5:1 and more on white and black.
;; Notebooks and other editors have the same.

(defface meteorscope-chunk-1
  '((((class color) (background dark)) :foreground "#56b4e9")
    (((class color)) :foreground "#005a9e"))
  "Words of a chunk; it has the same colour on both sides.")

(defface meteorscope-chunk-2
  '((((class color) (background dark)) :foreground "#f29b4b")
    (((class color)) :foreground "#a04300"))
  "Words of a chunk.")

(defface meteorscope-chunk-3
  '((((class color) (background dark)) :foreground "#2fc79a")
    (((class color)) :foreground "#006b4c"))
  "Words of a chunk.")

(defface meteorscope-chunk-4
  '((((class color) (background dark)) :foreground "#e08fbf")
    (((class color)) :foreground "#9b3070"))
  "Words of a chunk.")

(defface meteorscope-chunk-5
  '((((class color) (background dark)) :foreground "#e6c84a")
    (((class color)) :foreground "#775300"))
  "Words of a chunk.")

(defface meteorscope-chunk-6
  '((((class color) (background dark)) :foreground "#a9a0ff")
    (((class color)) :foreground "#544ac6"))
  "Words of a chunk.")

(defface meteorscope-stem '((t :underline t))
  "Words that match by their stem.")

(defface meteorscope-synonym '((t :underline (:style dots)))
  "Words that match by a synonym.")

(defface meteorscope-paraphrase '((t :underline (:style dashes)))
  "Words that match by a paraphrase.")

(defface meteorscope-unmatched
  '((((class color) (background dark)) :foreground "#b4b4bc" :slant italic)
    (((class color)) :foreground "#5c5c64" :slant italic)
    (t :slant italic))
  "Words without a match.")

(defface meteorscope-added
  '((((class color) (background dark)) :foreground "#8fc9a8" :underline t)
    (((class color)) :foreground "#00562f" :underline t)
    (t :underline t))
  "Words that a post-edit adds.")

(defface meteorscope-dropped
  '((((class color) (background dark)) :foreground "#ff8a80" :strike-through t)
    (((class color)) :foreground "#a3001b" :strike-through t)
    (t :strike-through t))
  "Words that a post-edit drops.")

(defface meteorscope-replaced
  '((((class color) (background dark))
     :foreground "#e6c84a" :underline (:style wave))
    (((class color)) :foreground "#775300" :underline (:style wave))
    (t :underline (:style wave)))
  "Words that a post-edit replaces.")

(defface meteorscope-moved
  '((((class color) (background dark))
     :foreground "#56b4e9" :underline (:style double-line))
    (((class color))
     :foreground "#005a9e" :underline (:style double-line))
    (t :underline (:style double-line)))
  "Words that a post-edit moves.")

(defface meteorscope-number-or-code
  '((((class color) (background dark)) :foreground "#e08fbf" :inverse-video t)
    (((class color)) :foreground "#9b3070" :inverse-video t)
    (t :inverse-video t))
  "Numbers and codes that differ.")

(defface meteorscope-form '((t :underline (:style dashes)))
  "Words of which a post-edit changes the form.")

(defface meteorscope-other-word '((t :underline (:style dots)))
  "Words in whose place a post-edit has a synonym.")

(defface meteorscope-punctuation '((t :underline t))
  "Punctuation that differs.")

(defface meteorscope-low
  '((((class color) (background dark)) :foreground "#ff8a80")
    (((class color)) :foreground "#a3001b"))
  "Low scores.")

(defface meteorscope-middling
  '((((class color) (background dark)) :foreground "#c9b458")
    (((class color)) :foreground "#5f4a00"))
  "Middling scores.")

(defface meteorscope-high
  '((((class color) (background dark)) :foreground "#8fc9a8")
    (((class color)) :foreground "#00562f"))
  "High scores.")

(defconst meteorscope--edits
  '(("added" . meteorscope-added)
    ("dropped" . meteorscope-dropped)
    ("replaced" . meteorscope-replaced)
    ("moved" . meteorscope-moved)
    ("numberOrCode" . meteorscope-number-or-code)
    ("form" . meteorscope-form)
    ("otherWord" . meteorscope-other-word)
    ("punctuation" . meteorscope-punctuation))
  "Faces of what became of a word, by its name in the protocol.")

(defconst meteorscope--styles
  '(("chunk1" . meteorscope-chunk-1)
    ("chunk2" . meteorscope-chunk-2)
    ("chunk3" . meteorscope-chunk-3)
    ("chunk4" . meteorscope-chunk-4)
    ("chunk5" . meteorscope-chunk-5)
    ("chunk6" . meteorscope-chunk-6)
    ("stem" . meteorscope-stem)
    ("synonym" . meteorscope-synonym)
    ("paraphrase" . meteorscope-paraphrase)
    ("unmatched" . meteorscope-unmatched)
    ("bold" . bold)
    ("dim" . shadow))
  "Faces of chunks, stages and styles, by their names in the protocol.")

(defclass meteorscope-server (eglot-lsp-server) ()
  :documentation "Meteorscope's language server.")

;;;; Drawing what is on the screen

(defvar meteorscope--timer nil
  "The timer that looks at the screen whenever Emacs is idle.")

(defvar-local meteorscope--age 0
  "How often the server has said that everything is to be drawn anew.")

(define-minor-mode meteorscope-live-mode
  "Draw scores and colours of a buffer that the language server serves.
It turns itself on and off with the server."
  :init-value nil
  :interactive nil
  (if meteorscope-live-mode
      (unless meteorscope--timer
        (setq meteorscope--timer
              (run-with-idle-timer 0.1 t #'meteorscope--look)))
    (setq mode-line-process nil)
    (without-restriction
      (remove-overlays (point-min) (point-max) 'meteorscope t))
    (unless (meteorscope--buffers)
      (when meteorscope--timer
        (cancel-timer meteorscope--timer)
        (setq meteorscope--timer nil)))))

(defun meteorscope--managed ()
  "Follow Eglot when it begins or ceases to manage a buffer."
  (if (and (eglot-managed-p)
           (cl-typep (eglot-current-server) 'meteorscope-server))
      (progn
        (meteorscope-live-mode 1)
        (run-with-timer 0 nil #'meteorscope--look))
    (when meteorscope-live-mode
      (meteorscope-live-mode -1))))

(add-hook 'eglot-managed-mode-hook #'meteorscope--managed)

(defun meteorscope--buffers (&optional server)
  "Return all buffers in which something is drawn; of SERVER, if it is given."
  (seq-filter (lambda (buffer)
                (with-current-buffer buffer
                  (and meteorscope-live-mode
                       (or (not server) (eq server (eglot-current-server))))))
              (buffer-list)))

(defun meteorscope--draw-anew (server)
  "Draw everything anew that SERVER knows of, soon."
  (dolist (buffer (meteorscope--buffers server))
    (with-current-buffer buffer
      (setq meteorscope--age (1+ meteorscope--age))))
  (run-with-timer 0 nil #'meteorscope--look)
  nil)

(defun meteorscope--look ()
  "Ask the server about what is on the screen and not drawn as it is now."
  (dolist (window (window-list-1 nil 'no-minibuffer 'visible))
    (with-current-buffer (window-buffer window)
      (when (and meteorscope-live-mode (eglot-managed-p))
        (meteorscope--look-at window))))
  (meteorscope--look-at-alignment))

(defun meteorscope--look-at (window)
  "Ask about the lines in WINDOW, whose buffer is current, unless that is done."
  (let* ((first (window-start window))
         (last (window-end window t))
         (state (list (current-buffer) (buffer-chars-modified-tick)
                      meteorscope--age first last
                      meteorscope-colours meteorscope-scores)))
    (unless (equal state (window-parameter window 'meteorscope))
      (set-window-parameter window 'meteorscope state)
      (let ((lines (list (1- (line-number-at-pos first t))
                         (line-number-at-pos last t)
                         (save-excursion (goto-char first) (pos-bol)))))
        (meteorscope--ask-about
         lines window :textDocument/semanticTokens/range
         #'meteorscope--draw-words)
        (meteorscope--ask-about
         lines window :textDocument/inlayHint #'meteorscope--draw-scores)))))

(defun meteorscope--ask (method params window draw)
  "Send the request METHOD with PARAMS, and give its answer to DRAW.
Eglot sends edits first.  An answer about a text that has changed since is
dropped.  Requests of one METHOD about one WINDOW take each other's place."
  (let ((buffer (current-buffer)) (tick (buffer-chars-modified-tick)))
    (jsonrpc-async-request
     (eglot-current-server) method params
     :deferred (list method window)
     :success-fn (lambda (answer)
                   (when (buffer-live-p buffer)
                     (with-current-buffer buffer
                       (when (and meteorscope-live-mode
                                  (= tick (buffer-chars-modified-tick)))
                         (save-excursion
                           (without-restriction
                             (funcall draw answer)))))))
     ;; The server refuses what an edit has overtaken; the next look asks again.
     :error-fn #'ignore
     :timeout-fn #'ignore)))

(defun meteorscope--document ()
  "The document of this buffer, as the protocol names it."
  (list :uri (eglot-path-to-uri (file-truename buffer-file-name)
                                :truenamep t)))

(defun meteorscope--ask-about (lines window method draw)
  "Send METHOD about LINES in WINDOW.
LINES is the first one, the one behind the last, and the place of the
first.  DRAW is called with LINES and the answer."
  (meteorscope--ask
   method
   (list :textDocument (meteorscope--document)
         :range (list :start (list :line (car lines) :character 0)
                      :end (list :line (cadr lines) :character 0)))
   window
   (lambda (answer)
     (funcall draw lines answer))))

(defun meteorscope--go-to (line column lines)
  "Go to LINE and COLUMN of the protocol, and return where that is.
It is found from the place of the first of LINES: files are long."
  (goto-char (nth 2 lines))
  (forward-line (- line (car lines)))
  (funcall eglot-move-to-linepos-function column)
  (point))

(defun meteorscope--clear (lines kind)
  "Remove what is drawn of a KIND in LINES."
  (remove-overlays (nth 2 lines) (meteorscope--go-to (cadr lines) 0 lines)
                   'meteorscope-kind kind))

(defun meteorscope--is-in (line lines)
  "Return whether LINE is one of LINES.
An answer may go further, where a text has several lines."
  (and (<= (car lines) line) (< line (cadr lines))))

(defun meteorscope--overlay (start end kind property value)
  "Draw from START to END an overlay of a KIND whose PROPERTY has a VALUE."
  (let ((overlay (make-overlay start end)))
    (overlay-put overlay 'meteorscope t)
    (overlay-put overlay 'meteorscope-kind kind)
    (overlay-put overlay property value)))

(defun meteorscope--draw-words (lines answer)
  "Draw the words in LINES, whose semantic tokens are in ANSWER."
  (meteorscope--clear lines 'word)
  (when meteorscope-colours
    (let ((data (plist-get answer :data)) (line 0) (column 0))
      (dotimes (token (/ (length data) 5))
        (pcase-let ((`[,down ,right ,length ,type ,modifiers]
                     (seq-subseq data (* 5 token) (* 5 (1+ token)))))
          (setq line (+ line down)
                column (if (> down 0) right (+ column right)))
          (when-let* (((meteorscope--is-in line lines))
                      (faces (meteorscope--faces type modifiers)))
            (meteorscope--overlay
             (meteorscope--go-to line column lines)
             (meteorscope--go-to line (+ column length) lines)
             'word 'face faces)))))))

(defun meteorscope--faces (type modifiers)
  "The faces of a token with the index TYPE and the bits MODIFIERS.
They are the chunk's, and that of what became of the word or, where that is not
asked for, of how it matches."
  (let* ((legend (eglot-server-capable :semanticTokensProvider :legend))
         (stage (aref (plist-get legend :tokenTypes) type))
         (edit nil)
         (chunks nil))
    (seq-do-indexed
     (lambda (name bit)
       (unless (zerop (logand modifiers (ash 1 bit)))
         (setq edit (or edit (cdr (assoc name meteorscope--edits))))
         (push (cdr (assoc name meteorscope--styles)) chunks)))
     (plist-get legend :tokenModifiers))
    (delq nil (cons (or edit (cdr (assoc stage meteorscope--styles)))
                    chunks))))

(defun meteorscope--draw-scores (lines hints)
  "Draw the scores in LINES, which are HINTS."
  (meteorscope--clear lines 'score)
  (when meteorscope-scores
    (seq-doseq (hint hints)
      (pcase-let* (((map (:position (map :line :character)) :label) hint)
                   (text (meteorscope--score label)))
        (when (meteorscope--is-in line lines)
          ;; The cursor stands before it, not behind.
          (put-text-property 0 1 'cursor t text)
          (let ((end (meteorscope--go-to line character lines)))
            (meteorscope--overlay end end 'score 'before-string text)))))))

(defun meteorscope--score (label)
  "Return LABEL with the sign and the face of the band of its score."
  (pcase-let* ((`(,middling ,high) meteorscope-score-bands)
               (score (string-to-number label))
               (`(,sign . ,face)
                (cond ((< score middling) '("○" . meteorscope-low))
                      ((< score high) '("◐" . meteorscope-middling))
                      (t '("●" . meteorscope-high)))))
    (concat " " (propertize (concat sign " " label) 'face face))))

;;;; The alignment at point

(defconst meteorscope--alignment "*METEOR alignment*"
  "The name of the buffer with the picture of an alignment.")

(defvar meteorscope--pictured nil
  "What the picture shows, or will show when the answer has come.")

(define-derived-mode meteorscope-alignment-mode special-mode "Alignment"
  "The alignment of a segment."
  :interactive nil
  (setq truncate-lines t
        cursor-type nil
        bidi-paragraph-direction 'left-to-right
        bidi-display-reordering nil)) ; its columns are counted

;;;###autoload
(defun meteorscope-alignment ()
  "Show the alignment of the segment at point in a side window, or close it.
It follows point and edits."
  (interactive)
  (if-let* ((window (get-buffer-window meteorscope--alignment)))
      (quit-window nil window)
    (unless (bound-and-true-p meteorscope-live-mode)
      (user-error "METEOR: no language server serves this buffer"))
    (setq meteorscope--pictured nil)
    (with-current-buffer (get-buffer-create meteorscope--alignment)
      (meteorscope-alignment-mode))
    (display-buffer meteorscope--alignment
                    '(display-buffer-in-side-window
                      (side . bottom)
                      (window-height . 6)
                      (window-parameters (no-other-window . t))))
    (meteorscope--look-at-alignment)))

(defun meteorscope--look-at-alignment ()
  "Ask for the picture of the segment at point, unless it is shown."
  (when-let* ((window (get-buffer-window meteorscope--alignment)))
    (with-current-buffer (window-buffer (selected-window))
      (when (and meteorscope-live-mode (eglot-managed-p))
        (let ((state (list (current-buffer) (buffer-chars-modified-tick)
                           meteorscope--age (point)
                           (window-body-width window))))
          (unless (equal state meteorscope--pictured)
            (setq meteorscope--pictured state)
            (meteorscope--ask
             :meteor/picture
             (list :textDocument (meteorscope--document)
                   :position
                   (list :line (1- (line-number-at-pos nil t))
                         :character (funcall eglot-current-linepos-function))
                   :width (window-body-width window)
                   :why t)
             nil #'meteorscope--draw-alignment)))))))

(defun meteorscope--draw-alignment (picture)
  "Put PICTURE, or the reason why there is none, into its window."
  (when-let* ((window (get-buffer-window meteorscope--alignment)))
    (with-current-buffer (window-buffer window)
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert (or (plist-get picture :reason)
                    (mapconcat #'meteorscope--pieces
                               (plist-get picture :lines) "\n")))
        (goto-char (point-min)))
      (setq mode-line-format
            (concat " " (meteorscope--pieces (plist-get picture :legend)))))
    (let ((most (/ (frame-height (window-frame window)) 3)))
      (fit-window-to-buffer window (max 6 most) 4))))

(defun meteorscope--pieces (pieces)
  "PIECES of text with styles, as a text with faces."
  (mapconcat (pcase-lambda ((map :text :style))
               (let ((face (cdr (assoc style meteorscope--styles))))
                 (if face (propertize text 'face face) text)))
             pieces ""))

;;;; The language server

(defun meteorscope--contact (&rest _)
  "Return what Eglot needs to start the language server."
  `(meteorscope-server
    ,@meteorscope-server-command
    ,@(and meteorscope-settings
           `(:initializationOptions ,meteorscope-settings))))

(add-to-list 'eglot-server-programs
             '((meteorscope-mode meteorscope-xml-mode meteorscope-project-mode)
               . meteorscope--contact))

(cl-defmethod eglot-client-capabilities ((_server meteorscope-server))
  "What Eglot can do, and what this package can do besides."
  (let* ((all (cl-call-next-method))
         (workspace (plist-get all :workspace))
         (document (plist-get all :textDocument)))
    (setq workspace (plist-put workspace :inlayHint '(:refreshSupport t))
          workspace (plist-put workspace :semanticTokens '(:refreshSupport t))
          all (plist-put all :workspace workspace)
          all (plist-put all :experimental '(:meteor (:scoresChanged t))))
    ;; Later versions of Eglot have them.
    (unless (plist-member document :semanticTokens)
      (setq document (plist-put document :semanticTokens
                                '( :dynamicRegistration :json-false
                                   :requests (:range t)
                                   :tokenTypes [] :tokenModifiers []
                                   :formats ["relative"]))))
    (plist-put all :textDocument document)))

(cl-defmethod eglot-handle-request
  ((server meteorscope-server)
   (_method (eql workspace/inlayHint/refresh)) &rest _)
  "Draw everything anew that SERVER knows of."
  (meteorscope--draw-anew server))

(cl-defmethod eglot-handle-request
  ((server meteorscope-server)
   (_method (eql workspace/semanticTokens/refresh)) &rest _)
  "Draw everything anew that SERVER knows of."
  (meteorscope--draw-anew server))

(cl-defmethod eglot-handle-notification
  ((server meteorscope-server)
   (_method (eql meteor/scoresChanged)) &key uri score &allow-other-keys)
  "Show the SCORE of the file at URI in its mode line.
Draw everything anew that SERVER knows of."
  (when-let* ((buffer (find-buffer-visiting (eglot-uri-to-path uri))))
    (with-current-buffer buffer
      (when meteorscope-live-mode
        (setq mode-line-process (format " %.4f" score))
        (force-mode-line-update))))
  (meteorscope--draw-anew server))

(defun meteorscope--start ()
  "Have the language server serve this buffer, if it can be started."
  ;; Eglot itself draws scores anew only after edits of the same file.
  (setq-local eglot-ignored-server-capabilities
              (cons :inlayHintProvider eglot-ignored-server-capabilities))
  (when meteorscope-start-server
    (if (executable-find (car meteorscope-server-command) t)
        (eglot-ensure)
      (message "METEOR: no %s; install it, or set `meteorscope-server-command'"
               (car meteorscope-server-command)))))

;;;; Modes for files

(defvar-keymap meteorscope-mode-map
  :doc "Keys of `meteorscope-mode'."
  "C-c C-a" #'meteorscope-alignment)

(defvar-keymap meteorscope-xml-mode-map
  :doc "Keys of `meteorscope-xml-mode'."
  "C-c C-a" #'meteorscope-alignment)

;;;###autoload
(define-derived-mode meteorscope-mode text-mode "METEOR"
  "Texts that METEOR scores, a segment on each line, or a row of a table."
  (visual-line-mode)
  (meteorscope--start))

;;;###autoload
(define-derived-mode meteorscope-xml-mode nxml-mode "METEOR XML"
  "Bilingual files of translation tools."
  (meteorscope--start))

;;;###autoload
(define-derived-mode meteorscope-project-mode conf-toml-mode "METEOR project"
  "The project file, meteor.toml."
  (meteorscope--start))

;;;###autoload
(progn
  (dolist (pattern
           '(("\\.\\(?:hyp\\|ref[0-9]*\\|mt\\|pe\\)\\.[^/]+\\'" . meteorscope-mode)
             ("\\.\\(?:\\(?:sdl\\|mq\\|m\\)?xliff\\|xlf\\|tmx\\)\\'"
              . meteorscope-xml-mode)
             ("/meteor\\.toml\\'" . meteorscope-project-mode)))
    (add-to-list 'auto-mode-alist pattern))
  ;; Where there is another mode for one of these, it counts more.
  (add-to-list 'auto-mode-alist
               '("\\.\\(?:tsv\\|jsonl\\|pot?\\)\\'" . meteorscope-mode) t))

(provide 'meteorscope)
;;; meteorscope.el ends here
