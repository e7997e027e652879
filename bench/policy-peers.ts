import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../node_modules/.cache/bench-peers/", import.meta.url));
const packages = ["@sourcemeta/jsonschema@16.11.0", "ajv-cli@5.0.0"];
const schema = fileURLToPath(new URL("../schemas/vertical-policy.schema.json", import.meta.url));

/** Name of the program that reports all errors of a file. */
export const exhaustive = "@sourcemeta/jsonschema 16.11.0, exhaustive";

/** Other programs that validate all files of a directory against a schema. */
export interface Peers {
  /** Returns their commands by name. */
  commands(folder: string, format: "json" | "yaml"): Readonly<Record<string, readonly string[]>>;
}

/** Installs the programs if they are missing; null if that fails. They are for this bench only, and not dependencies. */
export function installPeers(): Peers | null {
  const modules = join(folder, "node_modules");
  if (!existsSync(join(modules, "ajv-cli"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    const args = ["install", "--no-audit", "--no-fund", ...packages];
    const { status } = spawnSync("npm", args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) return null;
  }
  // The native program, because npm's wrapper would start Node first.
  const architecture = process.arch === "x64" ? "x86_64" : process.arch;
  const native = `@sourcemeta/jsonschema/build/github-releases/jsonschema-${process.platform}-${architecture}`;
  return {
    commands(policies, format) {
      const sourcemeta = [join(modules, native), "validate", schema, policies, "--extension", format];
      const ajv = [process.execPath, join(modules, "ajv-cli/dist/index.js"), "validate", "--spec=draft7"];
      const options = ["--strict=false", "--all-errors", "-s", schema, "-d", join(policies, `*.${format}`)];
      return {
        [exhaustive]: [...sourcemeta, "--continue"],
        "@sourcemeta/jsonschema --fast": [...sourcemeta, "--continue", "--fast"],
        "ajv-cli 5.0.0": [...ajv, ...options],
      };
    },
  };
}
