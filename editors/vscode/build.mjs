// Makes what the extension runs: its own script for VS Code, and the scripts and style sheets of its web
// views, which are the notebooks' diagram and review.
//
//   node build.mjs            build once into dist/
//   node build.mjs --watch    and again at every change
//   node build.mjs --tests    the tests into build/, for node --test
//
// The package carries the language server that scripts/vscode_server.py has put into the folder which
// METEORSCOPE_SERVER names, or none.

import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, context } from "esbuild";

const shared = {
  bundle: true,
  minify: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};
const bundles = [
  {
    ...shared,
    entryPoints: ["src/extension.ts"],
    outfile: "dist/extension.js",
    platform: "node",
    format: "cjs",
    target: ["node20"],
    external: ["vscode"],
  },
  {
    ...shared,
    entryPoints: ["panel", "review"].flatMap((name) => [
      `src/webview/${name}.ts`,
      `src/webview/${name}.css`,
    ]),
    outdir: "dist",
    format: "iife",
    target: ["es2022"],
  },
];

const tests = {
  ...shared,
  entryPoints: readdirSync("test").map((name) => `test/${name}`),
  outdir: "build",
  minify: false,
  platform: "node",
  format: "esm",
  target: ["node20"],
  sourcemap: "inline",
  outExtension: { ".js": ".mjs" },
};

if (process.argv.includes("--tests")) {
  rmSync("build", { recursive: true, force: true });
  await build(tests);
  process.exit();
}

// The package needs them; one copy in the repository is enough.
cpSync("../../LICENSE", "LICENSE");
cpSync("../../meteor_lsp/project/meteor.schema.json", "dist/meteor.schema.json");
rmSync("dist/server", { recursive: true, force: true });
const carried = process.env["METEORSCOPE_SERVER"];
if (carried) {
  for (const name of ["server.json", "server.tar.xz"]) {
    cpSync(join(carried, name), join("dist/server", name));
  }
  cpSync("python/install_server.py", "dist/server/install_server.py");
}

for (const bundle of bundles) {
  if (process.argv.includes("--watch")) {
    await (await context({ ...bundle, logLevel: "info" })).watch();
  } else {
    await build(bundle);
  }
}
