// Builds the package after `npm ci`, and in a clone that npm installs as a git dependency. For a global install npm
// prepares that clone without its devDependencies, so they are installed here. Plain JavaScript: without them this may be
// an older Node.
import { execSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const cwd = fileURLToPath(new URL("..", import.meta.url));
const run = (/** @type {string} */ command) => execSync(command, { cwd, stdio: "inherit" });

try {
  import.meta.resolve("ajv");
} catch {
  // A prefix or a global install of the outer npm reaches its scripts as configuration.
  run("npm ci --ignore-scripts --include=dev --global=false --prefix .");
}
run("npm run build");
