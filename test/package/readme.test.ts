import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { expect, test, vi } from "vitest";
import { openApp } from "../support/app/open-app.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { findPython } from "../support/python.ts";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? "");
const [start = "", ...tasks] = blocks;

/** Creates a directory with what a built clone has, whose policies may be changed. */
function makeClone(): string {
  const clone = freshDataDir("clone");
  mkdirSync(join(clone, "fixtures"), { recursive: true });
  cpSync(join(root, "fixtures/policies"), join(clone, "fixtures/policies"), { recursive: true });
  for (const name of readdirSync(root)) {
    if (!/^(?:\.git|fixtures)$/.test(name)) symlinkSync(join(root, name), join(clone, name));
  }
  return clone;
}

/** Starts a shell in which lines are run as if they were typed. */
function openBash(home: string, cwd: string) {
  const { python } = findPython();
  const path = python === null ? [] : [dirname(python)];
  const child = spawn("bash", ["--noprofile", "--norc"], {
    cwd,
    env: { HOME: home, PATH: [...path, process.env["PATH"]].join(delimiter), HF_HUB_DISABLE_TELEMETRY: "1" },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  child.stdin.write("shopt -s expand_aliases\n");

  /** Runs a line. @returns its exit code and its output, also of programs in the background */
  async function run(line: string): Promise<{ readonly code: number; readonly output: string }> {
    said = "";
    const inBackground = / &(?!&)/.test(line);
    // A line in the background is ready when it listens.
    const ends = inBackground ? /listening on \S+\n/ : /^exit code (\d+)\n/m;
    child.stdin.write(inBackground ? `${line}\n` : `${line}\necho "exit code $?"\n`);
    await vi.waitFor(() => expect(said).toMatch(ends), { timeout: 60_000 });
    return { code: Number(ends.exec(said)?.[1] ?? 0), output: said };
  }
  return { run, close: () => child.stdin.end() };
}

test("the commands of the README work in order, in a new home", { timeout: 300_000 }, async () => {
  expect(start).toBe("npm ci\nnpm start\n");
  const { screen } = await openApp();
  // The first task.
  screen.press("c");
  await screen.waitFor(/❯ Watch +user:me \(yours\)/);
  for (const focused of [/Watch +user:me *│?/, /❯\[x\] discussion/, /❯ Secret/]) {
    screen.press("enter");
    await screen.waitFor(focused);
  }
  screen.press("enter");
  await screen.waitFor(/arrived|#1/);
  screen.press("q");
  await screen.exit;

  const bash = openBash(screen.home, makeClone());
  const hasPython = findPython().python !== null;
  const outputs = new Map<string, string>();
  for (const line of tasks.join("").split("\n")) {
    if (line === "" || (!hasPython && /^(?:python3|hf) /.test(line))) continue;
    let ran = await bash.run(line);
    // A delivery arrives a moment after its event.
    for (let tries = 0; tries < 50 && ran.code !== 0 && line.includes("deliveries show"); tries++) {
      ran = await bash.run(`sleep 0.2; ${line}`);
    }
    expect(ran.code, `${line}\n${ran.output}`).toBeLessThanOrEqual(line.includes("exit code 1") ? 1 : 0);
    outputs.set(line.replace(/ +#.*/, ""), ran.output);
  }
  bash.close();

  expect(outputs.get("hooklens deliveries show 2")).toContain('"seen": "me/corpus"');
  const files = [
    ".local/share/bash-completion/completions/hooklens",
    ".config/fish/completions/hooklens.fish",
  ];
  for (const file of files)
    expect(readFileSync(join(screen.home, file), "utf8")).toContain("hooklens __complete");
});
