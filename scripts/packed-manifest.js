// Keeps scripts and devDependencies out of the package.json of a packed package: npm warns of `prepare` when it installs one.
// `npm pack` and `npm publish` run this before they pack, and after it to restore the file.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

const file = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const [manifest, original] = [file("../package.json"), file("../node_modules/.package.json")];

if (process.argv[2] === "restore") renameSync(original, manifest);
else {
  const text = readFileSync(manifest, "utf8");
  const { scripts: _scripts, devDependencies: _devDependencies, ...packed } = JSON.parse(text);
  writeFileSync(original, text);
  writeFileSync(manifest, `${JSON.stringify(packed, null, 2)}\n`);
}
