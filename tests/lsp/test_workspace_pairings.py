"""The pairings of a workspace: those of a server that has just begun to look, whatever happens."""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from meteor_lsp.documents.line_document import LineDocument
from meteor_lsp.documents.positions import Encoding
from meteor_lsp.editor.language_server import MeteorLanguageServer
from meteor_lsp.pairing.streams import Pairing
from meteor_lsp.project.settings import Settings
from meteor_lsp.server import create_server
from meteor_lsp.session.session import Session

NAMES = (
    *("a.hyp.en", "a.ref.en", "a.ref2.en", "a.src.de", "sub/b.mt.en", "sub/b.pe.en", "t.tsv"),
    *("out/one.txt", "out/two.txt", "in/one.r1.txt", "in/one.r2.txt", "in/deep/two.r1.txt"),
    *("n.hyp.A.en", "n.hyp.B.en", "n.ref.R.en"),
)
PROJECTS = (
    "",
    "variant = 'nltk'\n",
    "[[pairs]]\nhypothesis = 'out/{x}.txt'\nreferences = 'in/{x}.r*.txt'\n",
    "[[pairs]]\nhypothesis = '**/{x}.txt'\nreferences = '**/{x}.r1.txt'\n",
    "[[pairs]]\nhypothesis = 'a.hyp.en'\nreferences = '../outside/*.en'\n",
)
TABLES = ("hyp\tref\n", "hyp\tother\n", "mt\tpe\tsource\n")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[MeteorLanguageServer]:
    server = create_server()
    server.start_session(new_session(tmp_path))
    yield server
    server.engine.close()


def new_session(folder: Path) -> Session:
    return Session(Settings(allow_outside=True, language="en"), [folder / "workspace"])


class Happenings:
    """What happens to files and documents, at random."""

    def __init__(self, folder: Path, session: Session, chance: random.Random) -> None:
        self.folder, self.session, self.chance = folder / "workspace", session, chance
        self.moment = 0
        for name in ("outside/far.en", "outside/other.en", "workspace/meteor.toml"):
            self.write(folder / name, "")

    def write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self.moment += 1_000_000  # a file system's clock may stand still between two writings
        os.utime(path, ns=(self.moment, self.moment))

    def next(self) -> None:
        name = self.chance.choice(NAMES)
        path = self.folder / name
        text = self.chance.choice(TABLES) if name == "t.tsv" else "a\n"
        match self.chance.randrange(8):
            case 0 | 1 | 2:
                self.write(path, text)
            case 3:
                path.unlink(missing_ok=True)
            case 4:
                self.write(self.folder / "meteor.toml", self.chance.choice(PROJECTS))
            case 5:
                self.session.open(LineDocument(path.as_uri(), text, 1, None, Encoding.UTF16))
            case 6:
                self.session.close(path.as_uri())
            case 7:
                path.unlink(missing_ok=True)
                path.parent.mkdir(parents=True, exist_ok=True)
                target = self.chance.choice(["inside.txt", "../gone.txt", "../outside/far.en"])
                path.symlink_to(self.folder / target)


def expected(session: Session, folder: Path) -> set[Pairing]:
    """Every file asked one by one, by a finder that has seen nothing yet."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    uris = {path.as_uri() for path in paths}
    uris.update(one.pairing.hypothesis.uri for one in session.pairings.open())
    found = ((uri, session.pairings.find(uri)) for uri in uris)
    return {one for uri, one in found if isinstance(one, Pairing) and one.hypothesis.uri == uri}


@pytest.mark.parametrize("seed", range(4))
async def test_they_follow_all_that_happens(
    server: MeteorLanguageServer, tmp_path: Path, seed: int
) -> None:
    happenings = Happenings(tmp_path, server.session, random.Random(seed))
    seen = 0
    for _ in range(60):
        happenings.next()
        found = await server.workspace_pairings.find()
        assert set(found) == expected(server.session, happenings.folder)
        assert await server.workspace_pairings.find() == found
        seen = max(seen, len(found))
    assert seen > 1


@pytest.mark.parametrize("project", PROJECTS[:4])
async def test_a_folder_is_listed_once_however_many_files_it_has(
    server: MeteorLanguageServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, project: str
) -> None:
    happenings = Happenings(tmp_path, server.session, random.Random(0))
    for number in range(40):
        for name in (f"t{number}.hyp.en", f"t{number}.ref.en"):
            happenings.write(happenings.folder / name, "a\n")
        for name in (f"out/{number}.txt", f"in/{number}.r1.txt"):
            happenings.write(happenings.folder / name, "a\n")
    happenings.write(happenings.folder / "meteor.toml", project)
    listed: list[Path] = []
    scandir = os.scandir

    def noted(folder: Path) -> object:
        listed.append(folder)
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", noted)
    folders = {happenings.folder / name for name in ("", "out", "in")}
    for _ in range(2):
        listed.clear()
        assert len(await server.workspace_pairings.find()) == (80 if "pairs" in project else 40)
        assert (len(listed), set(listed)) == (3, folders)
