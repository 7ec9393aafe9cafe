/** The environment of the server that the extension carries, made by real Pythons of a tiny server. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { CarriedServer } from "../src/server/carried";
import { candidatesFor, findInterpreter, type Interpreter } from "../src/server/interpreters";

const root = mkdtempSync(join(tmpdir(), "meteorscope-"));
after(() => rmSync(root, { recursive: true }));

const PYTHONS = ["3.11", "3.12", "3.13", "3.14"];
const folders = (process.env["PATH"] ?? "").split(":");
const { found } = await findInterpreter(candidatesFor(undefined, folders, PYTHONS), PYTHONS);
const needs = { skip: found === undefined ? "there is no Python 3.11 or later" : false };
const python = found as Interpreter;

/** A tiny package meteor_lsp that prints a text, for any Python, in an archive. */
const PACK = `
import io, sys, tarfile, zipfile
target, name, text = sys.argv[1:]
wheel = io.BytesIO()
with zipfile.ZipFile(wheel, "w") as made:
    made.writestr("meteor_lsp/__main__.py", text)
with tarfile.open(target, "w:xz") as archive:
    entry = tarfile.TarInfo(name)
    entry.size = len(wheel.getvalue())
    archive.addfile(entry, io.BytesIO(wheel.getvalue()))
`;

async function carrying(
  key: string,
  { text = "print('here')", wheel = "meteor_lsp-1-py3-none-any.whl" } = {},
): Promise<CarriedServer> {
  const folder = join(root, `extension-${key}`);
  mkdirSync(folder);
  execFileSync(python.program, ["-c", PACK, join(folder, "server.tar.xz"), wheel, text]);
  copyFileSync("python/install_server.py", join(folder, "install_server.py"));
  writeFileSync(join(folder, "server.json"), JSON.stringify({ key, pythons: PYTHONS }));
  return (await CarriedServer.in(folder, join(root, "storage"))) as CarriedServer;
}

const never = new AbortController().signal;
const install = (server: CarriedServer, signal = never): Promise<void> =>
  server.install(python, () => {}, signal);
const stored = (): string[] => readdirSync(join(root, "storage")).sort();

test("an extension without a server carries none", async () => {
  assert.equal(await CarriedServer.in(join(root, "nowhere"), root), undefined);
});

test("two windows make one environment, and an update makes another", needs, async () => {
  const server = await carrying("old");
  assert.equal(await server.command(), undefined);
  await Promise.all([install(server), install(server)]);
  assert.deepEqual(stored(), ["server-old"]);
  const command = await server.command();
  const said = execFileSync(command?.program ?? "", [...(command?.arguments ?? [])]);
  assert.equal(said.toString(), "here\n");

  await install(await carrying("new"));
  assert.deepEqual(stored(), ["server-new", "server-old"]); // a window may use it still
  utimesSync(join(root, "storage", "server-old"), 0, 0);
  await install(await carrying("newer"));
  assert.deepEqual(stored(), ["server-new", "server-newer"]);
});

test("what does not start, or is given up, leaves nothing", needs, async () => {
  const before = existsSync(join(root, "storage")) ? stored() : [];
  const broken = await carrying("broken", { text: "raise SystemExit('broken')" });
  await assert.rejects(install(broken), /returned non-zero exit status 1/);
  const none = await carrying("none", { wheel: "meteor_lsp-1-cp38-cp38-win_amd64.whl" });
  await assert.rejects(install(none), /there is no wheel of meteor_lsp for Python 3/);
  await assert.rejects(install(await carrying("given-up"), AbortSignal.timeout(1)), /abort/i);
  assert.deepEqual(stored(), before);
});

test("an environment whose Python is gone is made anew", needs, async () => {
  const server = await carrying("gone");
  await install(server);
  const program = (await server.command())?.program ?? "";
  rmSync(program);
  assert.equal(await server.command(), undefined);
  await install(server);
  assert.ok(existsSync(program));
});

test("interpreters are told apart by what they say", {
  skip: process.platform === "win32",
}, async () => {
  const said = (name: string, script: string): string => {
    const program = join(root, name);
    writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return program;
  };
  const candidates = [
    join(root, "nowhere"),
    said("old", "echo cpython 3.9 False"),
    said("pypy", "echo pypy 3.11 False"),
    said("threaded", "echo cpython 3.14 True"),
    said("lacking", `echo "ModuleNotFoundError: No module named '_lzma'" >&2; exit 1`),
    said("stub", "echo 'Python was not found; run without arguments to install' >&2; exit 49"),
    said("good", "echo cpython 3.12 False"),
    said("unasked", `touch ${join(root, "asked")}; echo cpython 3.13 False`),
  ];
  const result = await findInterpreter(candidates, PYTHONS);
  assert.equal(result.found?.program, join(root, "good"));
  assert.deepEqual(
    result.asked.map(({ version }) => version),
    ["3.9", "pypy 3.11", "free-threaded 3.14", "without its module lzma", "3.12"],
  );
  assert.ok(!existsSync(join(root, "asked")));
});

test("what a person chose is asked first, then python3, and no relative path", () => {
  const candidates = candidatesFor("/work/bin/python", ["/a", "b"], ["3.11", "3.12"]);
  assert.equal(candidates[0], "/work/bin/python");
  if (process.platform !== "win32") {
    assert.equal(candidates[1], "/a/python3");
    assert.ok(candidates.indexOf("/a/python3.12") < candidates.indexOf("/a/python3.11"));
  }
  assert.ok(candidates.every((path) => path.startsWith("/") || process.platform === "win32"));
});
