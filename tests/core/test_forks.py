"""A child that is forked while threads score, scores as its parent does.

A fork copies one thread: a lock that another one holds is never given back in the child.
"""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.core.implementations import KERNEL_IS_THERE
from tests.usable_variants import METEOR_IS_THERE

ROOT = Path(__file__).parents[2]
EACH = ["python", *(["compiled"] if KERNEL_IS_THERE else [])]

needs_forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")

FORKING = """
import os, select, signal, sys, threading
from meteor_core import Meteor

OPTIONS = {options}
TEXTS = ["the cat sat on the mats", "a dog was running home", "houses are not homes"]
OTHERS = ["a cat sat on the mat", "the dogs ran home", "no house is a home"]
FORKS = 8

busy = [Meteor(**OPTIONS) for _ in range(2)]
inherited = busy[0]
prepared = inherited.prepare([OTHERS])
result = inherited.score(TEXTS[0], [OTHERS[0]])
expected = inherited.batch(TEXTS, [OTHERS]).score.tolist()
explanations = [result.alignment.explain(match) for match in result.alignment.matches]
stop = threading.Event()


def score(thread):
    number = 0
    while not stop.is_set():  # new words all the time, so that locks are held most of it
        number += 1
        words = [f"words{{thread}}x{{number}}y{{n}}ing" for n in range(40)]
        text = " ".join(words)
        busy[thread % 2].batch([text] * 3, [[text] * 3])
        busy[thread % 2].score(text + "s", [text])


def scores_of_child():
    assert Meteor(**OPTIONS).batch(TEXTS, [OTHERS]).score.tolist() == expected
    assert [Meteor(**OPTIONS).score(*p).score for p in zip(TEXTS, zip(OTHERS))] == expected
    assert inherited.batch(TEXTS, [OTHERS]).score.tolist() == expected
    assert inherited.batch(TEXTS, prepared).score.tolist() == expected
    assert [inherited.score(*p).score for p in zip(TEXTS, zip(OTHERS))] == expected
    assert [result.alignment.explain(match) for match in result.alignment.matches] == explanations
    assert list(inherited.batches(TEXTS, [OTHERS], size=1, jobs=2))[2].score[0] == expected[2]


threads = [threading.Thread(target=score, args=(n,), daemon=True) for n in range(4)]
for thread in threads:
    thread.start()
for fork in range(FORKS):
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        signal.alarm(120)  # a child that hangs does not outlive its test
        try:
            scores_of_child()
            os.write(writing, b"right")
        finally:
            os._exit(0)
    os.close(writing)
    there, _, _ = select.select([reading], [], [], 60)
    said = os.read(reading, 5) if there else b"nothing"
    if not there:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(reading)
    if said != b"right":
        sys.exit(f"child {{fork}} says {{said!r}}")
stop.set()
for thread in threads:
    thread.join()
print("all right")
"""


def run(program: str, implementation: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", textwrap.dedent(program)],
        cwd=ROOT,
        env={**os.environ, "METEOR_IMPLEMENTATION": implementation},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_forks
@pytest.mark.timeout(300)
@pytest.mark.parametrize("implementation", EACH)
@pytest.mark.parametrize(
    "options",
    [
        {"variant": "classic"},
        {"variant": "classic", "language": "de"},  # whose stemmer has a lock of its own
        pytest.param(
            {"variant": "meteor-1.5", "stages": ["exact", "stem", "synonym"]},
            marks=[
                pytest.mark.slow,
                pytest.mark.skipif(not METEOR_IS_THERE, reason="METEOR 1.5 is not here"),
            ],
        ),
    ],
    ids=["classic", "de", "meteor-1.5"],
)
def test_a_child_forked_while_threads_score(
    options: dict[str, object], implementation: str
) -> None:
    assert run(FORKING.format(options=options), implementation) == "all right\n"


POOLS = """
import multiprocessing, sys, threading
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from meteor_core import Meteor

meteor = Meteor("classic")
TEXTS, OTHERS = ["the cats sat", "a dog ran"], ["the cat sat", "dogs are running"]


def work(stop):
    number = 0
    while not stop.is_set():
        number += 1
        text = " ".join(f"word{{number}}x{{n}}s" for n in range(40))
        meteor.batch([text], [[text]])


def main():
    expected = [meteor.score(*pair).score for pair in zip(TEXTS, zip(OTHERS))]
    stop = threading.Event()
    thread = threading.Thread(target=work, args=(stop,), daemon=True)
    thread.start()
    context = multiprocessing.get_context("{method}")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        batches = [pool.submit(meteor.batch, TEXTS, [OTHERS]) for _ in range(4)]
        assert all(list(job.result(100).score) == expected for job in batches)
    stop.set()
    thread.join()
    print("all right")


if __name__ == "__main__":
    main()
"""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("implementation", EACH)
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_pools_of_every_kind_beside_a_thread_that_scores(
    method: str, implementation: str, tmp_path: Path
) -> None:
    if method != "spawn" and not hasattr(os, "fork"):
        pytest.skip("this system has no forks")
    program = tmp_path / "pools.py"
    program.write_text(textwrap.dedent(POOLS).format(method=method), "utf-8")
    run(f"import runpy; runpy.run_path({str(program)!r}, run_name='__main__')", implementation)


def test_every_lock_of_the_package_is_one_that_a_child_finds_free() -> None:
    """Or a thread that forks at the wrong moment would leave it locked."""
    for file in sorted((ROOT / "core" / "meteor_core").rglob("*.py")):
        if file.name != "forks.py":
            text = file.read_text("utf-8")
            for name in ("threading.Lock", "RLock", "Condition(", "Semaphore", "cached_property"):
                assert name not in text, f"{file.name} has {name}; forks.py has a lock for it"
