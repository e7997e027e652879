import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { libraryExamples } from "../support/library-examples.ts";

const root = join(import.meta.dirname, "../..");
const dist = join(root, "dist");
const read = (name: string) => readFileSync(join(dist, name), "utf8");

/** The packages named by `from "…"`, `import "…"` or `import("…")`, without Node's own. */
function packagesImported(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([\w@][^"\n]*)"/g)]
    .map(([, name]) => name ?? "")
    .filter((name) => !name.startsWith("node:"));
}

test("the types are one file that imports from Node alone", () => {
  expect(readdirSync(dist, { recursive: true }).filter((name) => String(name).endsWith(".d.ts"))).toEqual([
    "index.d.ts",
  ]);
  expect(packagesImported(read("index.d.ts"))).toEqual([]);
  expect(read("index.d.ts")).toContain("WebhooksServer");
});

test("the documented programs compile with the default options of TypeScript", { timeout: 120_000 }, () => {
  const home = freshDataDir("project");
  mkdirSync(join(home, "node_modules"), { recursive: true });
  symlinkSync(root, join(home, "node_modules/hooklens"));
  symlinkSync(join(root, "node_modules/@types"), join(home, "node_modules/@types"));
  const files = [...libraryExamples.values()].map((code, index) => {
    writeFileSync(join(home, `example-${index}.mts`), code);
    return `example-${index}.mts`;
  });
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "esnext", "--types", "node"];
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, ...files], {
    cwd: home,
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
});

test("the library exports what it is built from, and says on an older Node what it needs", async () => {
  const library = join(root, manifest.exports["."].default);
  const exported = Object.keys((await import(library)) as object);
  expect(exported.toSorted()).toEqual(
    Object.keys((await import(join(dist, "index.js"))) as object).toSorted(),
  );

  const older =
    "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'22.1.0'}})";
  const ran = (file: string) =>
    spawnSync(process.execPath, ["--import", older, file], { cwd: root, encoding: "utf8" });
  const needs = /hooklens needs Node 24 or newer \(this is 22\.1\.0\)\. .*nodejs\.org\.$/m;
  expect(ran(library).stderr).toMatch(needs);
  expect(ran(library).stderr.split("\n").length).toBeLessThan(15);
  expect(ran(join(root, "bin/hooklens.js"))).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(needs),
  });
});

test("a packed package.json has no scripts, and the one on disk stays", () => {
  const home = freshDataDir("package");
  cpSync(join(root, "scripts/packed-manifest.js"), join(home, "scripts/packed-manifest.js"));
  mkdirSync(join(home, "node_modules"));
  const { prepack, postpack } = manifest.scripts;
  const text = JSON.stringify({
    ...manifest,
    files: ["bin"],
    scripts: { prepare: "exit 1", prepack: prepack.replace("npm run build && ", ""), postpack },
  });
  writeFileSync(join(home, "package.json"), text);
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts=false"], { cwd: home });
  const packed = execFileSync("tar", ["xzOf", `hooklens-${manifest.version}.tgz`, "package/package.json"], {
    cwd: home,
    encoding: "utf8",
  });
  const { scripts: _scripts, devDependencies: _devDependencies, ...kept } = manifest;
  expect(JSON.parse(packed)).toEqual({ ...kept, files: ["bin"] });
  expect(readFileSync(join(home, "package.json"), "utf8")).toBe(text);
});

test("the package installs nothing but the optional tunnel SDK", () => {
  expect(Object.keys(manifest)).not.toContain("dependencies");
  expect(Object.keys(manifest.optionalDependencies)).toEqual(["@ngrok/ngrok"]);
  expect(manifest.files).toContain("dist");
});

test("the licenses of bundled packages are beside the bundle", () => {
  const notices = read("THIRD-PARTY-NOTICES");
  for (const name of ["commander", "hono", "ink", "js-yaml", "react", "yoga-layout", "zod"])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "m"));
  expect(notices).toContain("Permission is hereby granted");
});
