import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../node_modules/.cache/bench-peers/", import.meta.url));
const packages = ["@sourcemeta/jsonschema@16.11.0", "ajv-cli@5.0.0"];
const schema = fileURLToPath(new URL("../schemas/vertical-policy.schema.json", import.meta.url));

/**
 * Commands of other programs that validate all files of a directory against a schema and report all errors.
 */
export interface Peers {
  sourcemeta(folder: string, format: "json" | "yaml", options?: readonly string[]): readonly string[];
  ajvCli(folder: string, format: "json" | "yaml"): readonly string[];
}

/** Installs the programs if they are missing. They are for this bench only, and not dependencies. */
export function installPeers(): Peers {
  const modules = join(folder, "node_modules");
  if (!existsSync(join(modules, "ajv-cli"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    const { status, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund", ...packages], {
      cwd: folder,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`the other programs cannot be installed: ${stderr}`);
  }
  // The native program, because npm's wrapper would start Node first.
  const architecture = process.arch === "x64" ? "x86_64" : process.arch;
  const native = `@sourcemeta/jsonschema/build/github-releases/jsonschema-${process.platform}-${architecture}`;
  return {
    sourcemeta: (policies, format, options = []) => [
      join(modules, native),
      "validate",
      schema,
      policies,
      "--extension",
      format,
      "--continue",
      ...options,
    ],
    ajvCli: (policies, format) => [
      process.execPath,
      join(modules, "ajv-cli/dist/index.js"),
      "validate",
      "--spec=draft7",
      "--strict=false",
      "--all-errors",
      "-s",
      schema,
      "-d",
      join(policies, `*.${format}`),
    ],
  };
}
