import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { makeCliHome, runCli, type RunningCli, startCli } from "../support/cli.ts";
import { toYaml, validPolicy } from "../support/policy/valid-policy.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(home, "policies-"));
});

const valid = (title: string) => {
  const policy = validPolicy({ effective_date: new Date().toISOString().slice(0, 10) });
  return toYaml({ ...policy, meta: { ...policy.meta, title: `A policy called ${title}` } });
};
const broken = (vertical: string) => valid("one").replace("vertical: healthcare", `vertical: ${vertical}`);

function path(file: string): string {
  return join(folder, file);
}

async function watch(...paths: readonly string[]): Promise<RunningCli> {
  const running = startCli(["policy", "check", "--watch", ...paths], { home });
  onTestFinished(() => void running.child.kill("SIGKILL"));
  await running.waitForLine(/^\d+ files?, /, "stderr");
  return running;
}

it("reports what a save broke, and what a save mended", async () => {
  writeFileSync(path("a.yaml"), valid("one"));
  const running = await watch(path("a.yaml"));
  expect(running.stdout()).toBe("");
  writeFileSync(path("a.yaml"), broken("helthcare"));
  await running.waitForLine(/a\.yaml:2:11 {2}✗ error {2}vertical is "helthcare"/);
  await running.waitForLine(/^1 file, not valid: 1 error$/, "stderr");
  writeFileSync(path("a.yaml"), valid("two"));
  await running.waitForLine(/a\.yaml is valid$/, "stderr");
});

it("sees a save that puts another file in the place of the first, as editors do", async () => {
  writeFileSync(path("a.yaml"), valid("one"));
  const running = await watch(path("a.yaml"));
  for (const vertical of ["helthcare", "finanzial", "defence"]) {
    writeFileSync(path(".a.yaml.swp"), broken(vertical));
    renameSync(path(".a.yaml.swp"), path("a.yaml"));
    await running.waitForLine(new RegExp(`vertical is "${vertical}"`));
  }
});

it("sees files come and go in a folder, and reports only what changed", async () => {
  writeFileSync(path("a.yaml"), broken("helthcare"));
  const running = await watch(folder);
  await running.waitForLine(/a\.yaml:2:11/);
  const before = running.stdout().length;
  writeFileSync(path("b.yaml"), "vertical: [");
  await running.waitForLine(/b\.yaml:1:\d+ {2}✗ error/);
  await running.waitForLine(/^2 files, 2 not valid: 2 errors$/, "stderr");
  expect(running.stdout().slice(before)).not.toContain("a.yaml");
  rmSync(path("b.yaml"));
  await running.waitForLine(/b\.yaml was removed$/, "stderr");
  rmSync(path("a.yaml"));
  await running.waitForLine(/a\.yaml was removed$/, "stderr");
  await running.waitForLine(/^no policy to check$/, "stderr");
});

it("ends with the signal's code", async () => {
  writeFileSync(path("a.yaml"), valid("one"));
  const running = await watch(folder);
  running.child.kill("SIGINT");
  expect(await running.ended).toMatchObject({ code: 130 });
});

it.each([
  ["stdin", ["-"], "stdin cannot be watched"],
  ["a format that is one document", ["--format", "sarif", "."], "--watch cannot report as sarif"],
])("%s cannot be watched: wrong usage", async (_, args, words) => {
  const { code, stderr } = await runCli(["policy", "check", "--watch", ...args], { home });
  expect(code).toBe(2);
  expect(stderr).toContain(words);
});

it("a path without a match is an error", async () => {
  expect(await runCli(["policy", "check", "--watch", "missing"], { home })).toMatchObject({ code: 1 });
});
