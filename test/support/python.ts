import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Scripts that drive the real Python client, one per area, without `steps.py`, which they share. */
export const pythonScripts: readonly { readonly name: string; readonly file: string }[] = readdirSync(
  join(root, "test", "hub", "python"),
)
  .filter((file) => file.endsWith(".py") && file !== "steps.py")
  .map((file) => ({ name: file.replace(/\.py$/, ""), file: join(root, "test", "hub", "python", file) }));

/** A Python that has the Hub's client, or why there is none: `HOOKLENS_PYTHON`, the one `.ci/run` makes, or the system's. */
export function findPython():
  | { readonly python: string; readonly missing: null }
  | { readonly python: null; readonly missing: string } {
  const given = process.env["HOOKLENS_PYTHON"];
  const made = join(root, "node_modules", ".cache", "python", "bin", "python");
  const python = given ?? (existsSync(made) ? made : "python3");
  const { status } = spawnSync(python, ["-c", "import huggingface_hub.cli.hf"], { timeout: 60_000 });
  if (status === 0) return { python, missing: null };
  const missing = `${python} has no huggingface_hub: set HOOKLENS_PYTHON to a Python that has it (pip install huggingface_hub)`;
  return { python: null, missing };
}

/**
 * Creates the environment of a script: the hub and its target, and nothing of the user who runs the tests.
 */
export function pythonEnvironment(hub: {
  readonly endpoint: string;
  readonly token: string;
  readonly target: string;
  readonly home: string;
}): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: hub.home,
    HF_ENDPOINT: hub.endpoint,
    HF_TOKEN: hub.token,
    HOOKLENS_TARGET: hub.target,
    HF_HUB_DISABLE_UPDATE_CHECK: "1",
    HF_HUB_DISABLE_TELEMETRY: "1",
    HF_HUB_DISABLE_PROGRESS_BARS: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    GIT_TERMINAL_PROMPT: "0",
  };
}
