" Drives a Vim that has a hypothesis open, on a terminal: waits, edits without saving, and writes
" down what ALE marks. It judges nothing; test_vim.py does. The plan, and where the findings go,
" stand in the JSON file named by METEOR_PLAN.

let s:plan = json_decode(join(readfile($METEOR_PLAN), "\n"))
let s:found = {}
let s:moments = ['opened', 'edited']
let s:late = 200 " steps of 100 ms for any one thing to appear

function! s:Marks() abort
  let l:remarks = get(get(g:ale_buffer_info, bufnr('demo.hyp.en'), {}), 'loclist', [])
  return map(copy(l:remarks), {_, one -> [one.lnum - 1, one.col - 1]})
endfunction

function! s:Messages() abort
  return map(copy(g:ale_buffer_info[bufnr('demo.hyp.en')].loclist), {_, one -> one.text})
endfunction

function! s:Step(timer) abort
  let l:moment = s:moments[0]
  let s:late -= 1
  if s:Marks() !=# s:plan.expected[l:moment] && s:late > 0
    return
  endif
  let s:found[l:moment] = {'marks': s:Marks(), 'messages': s:Messages(), 'modified': &modified}
  call remove(s:moments, 0)
  if empty(s:moments)
    let s:found.errors = v:errmsg
    call writefile([json_encode(s:found)], s:plan.result)
    qall!
  endif
  let s:late = 200
  call feedkeys(s:plan.keys, 't')
endfunction

call timer_start(100, function('s:Step'), {'repeat': -1})
