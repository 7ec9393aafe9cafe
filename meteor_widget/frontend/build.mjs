// Makes the files that Python ships: a script and a style sheet for each view, so that a
// notebook carries what it shows and no more.
//
//   node build.mjs            build once into ../static
//   node build.mjs --watch    and again at every change
//   node build.mjs --tests    the tests into build/, for node --test
//   node build.mjs --out DIR  build into another folder, to compare

import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { build, context } from "esbuild";

const { values: options } = parseArgs({
  options: {
    watch: { type: "boolean", default: false },
    tests: { type: "boolean", default: false },
    out: { type: "string", default: "../static" },
  },
});

const views = readdirSync("src/views");

/** The entry point of a view's script, which makes it a widget. */
const widgets = {
  name: "widgets",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^widget:/ }, ({ path }) => ({ path: path.slice(7), namespace: "widget" }));
    onLoad({ filter: /.*/, namespace: "widget" }, ({ path }) => ({
      contents: `
        import { widgetOf } from "./host/widget";
        import { ${path}View } from "./views/${path}/view";
        export const { mount, render } = widgetOf(${path}View);
        export default { render };`,
      resolveDir: "src",
    }));
  },
};

const bundle = {
  entryPoints: views.flatMap((name) => [
    { in: `widget:${name}`, out: name },
    { in: `src/views/${name}/view.css`, out: name },
  ]),
  plugins: [widgets],
  outdir: options.out,
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minify: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};

const tests = {
  entryPoints: readdirSync("test")
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${name}`),
  outdir: "build",
  bundle: true,
  format: "esm",
  platform: "node",
  target: ["node20"],
  sourcemap: "inline",
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
};

if (options.watch) {
  await (await context({ ...bundle, logLevel: "info" })).watch();
} else {
  await build(options.tests ? tests : bundle);
}
