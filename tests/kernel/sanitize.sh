#!/bin/sh
# The kernel under sanitizers, which end a program at the first wrong access or undefined step:
#
# 1. a minute of random and adversarial inputs, by a harness without Python (fuzz.cpp), in two
#    processes: one that always begins with the same seed, one that never does;
# 2. threads that share a vocabulary, under ThreadSanitizer;
# 3. the tests of what Python can hand over, with an extension that is built with the sanitizers.
#
# Everything built stays in build/sanitized. Where the compiler has no sanitizers, this says so in
# a line and ends well. FUZZ_SECONDS is how long the first part takes.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
python=${PYTHON:-$root/.venv/bin/python}
seconds=${FUZZ_SECONDS:-60}
built=$root/build/sanitized
jobs=$(nproc 2>/dev/null || echo 2)

build() {
    make --no-print-directory --silent -C tests/kernel -j "$jobs" PYTHON="$python" "$@"
}

if ! build probe; then
    echo "skipped: the C++ compiler has no sanitizers"
    exit 0
fi

echo "Compiling with sanitizers; after the first time, only what changed is"
build fuzz threads extension

"$built/fuzz" all "$seconds" 1 &
first=$!
failed=0
"$built/fuzz" all "$seconds" "$(date +%s)" || failed=1
wait "$first" || failed=1
[ "$failed" = 0 ] || exit 1

# Some kernels place memory where ThreadSanitizer does not expect it, unless they are told not to.
if ! setarch -R true 2>/dev/null; then
    echo "skipped: ThreadSanitizer, which needs setarch -R"
else
    setarch -R "$built/threads/fuzz" threads 10 1
fi

# Python itself is built without them, so their library has to be there before it; the one of C++
# too, or exceptions go unseen. Leaks are Python's: it frees nothing when it ends.
asan=$(g++ -print-file-name=libasan.so)
if ! [ -f "$asan" ]; then
    echo "skipped: the tests of the extension, which need libasan.so"
    exit 0
fi
export LD_PRELOAD="$asan $(g++ -print-file-name=libstdc++.so)"
export ASAN_OPTIONS=detect_leaks=0:malloc_context_size=1 UBSAN_OPTIONS=print_stacktrace=1
export PYTHONMALLOC=malloc  # every object by itself, so that nobody reads beyond one unseen
export PYTHONPATH="$built/package" METEOR_IMPLEMENTATION=compiled
export METEORSCOPE_TRIES="${METEORSCOPE_TRIES:-0.2}"  # step 1 has tried random inputs
export METEOR_TESTING_KERNEL="$built/_kernel_testing.so"
"$python" -c 'import meteor_core._kernel as kernel; assert "sanitized" in kernel.__file__'
"$python" -m pytest -q -n "$jobs" -m 'not slow' \
    -k '(any_ or threads or refuse or reject or error or too_large or keys or found or edits_are) and not process' \
    tests/core/test_twins.py tests/core/test_compiled_text.py tests/core/test_compiled_measures.py \
    tests/core/test_batch.py tests/review/test_numbers.py
