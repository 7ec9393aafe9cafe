import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ServerProcess } from "../src/server/process";

const folder = mkdtempSync(join(tmpdir(), "meteorscope-"));
after(() => rmSync(folder, { recursive: true }));

async function started(script: string): Promise<ServerProcess> {
  const program = join(folder, "program");
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  return ServerProcess.start({ program, arguments: [] }, () => {});
}

const posix = { skip: process.platform === "win32" };

test("whether a process spoke is known when its end is, however fast it ends", posix, async () => {
  const process = await started("printf 'Content-Length: 2\\r\\n\\r\\n{}'");
  process.reader.resume();
  assert.equal(await process.ended, "with code 0");
  assert.equal(process.hasSpoken, true);
});

test("one that writes nothing has not spoken, and its last words tell why", posix, async () => {
  const process = await started("echo 'no module' >&2; exit 3");
  assert.equal(await process.ended, "with code 3: no module");
  assert.equal(process.hasSpoken, false);
});

test("one that writes something else has not spoken either", posix, async () => {
  const process = await started("echo Welcome; exec cat");
  assert.equal(await process.babble, "Welcome");
  assert.equal(process.hasSpoken, false);
  await process.end();
});
