import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OpenApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { listedId } from "../support/app/steps.ts";

function runScript({ hub }: OpenApp, script: string) {
  return hub.runJob({ command: ["sh", "-c", script], image: "python:3.12" });
}

/** Opens the Jobs screen and waits until it is empty. */
async function openJobs(columns = 110, rows = 30): Promise<OpenApp> {
  const app = await mountAttached({ columns, rows });
  app.screen.press("4");
  await app.screen.waitFor("No runs yet");
  return app;
}

describe("the Jobs screen", () => {
  it("explains how to run a Job, and lists new runs with state, age and command", async () => {
    const app = await openJobs();
    const { screen } = app;
    await screen.waitFor("hooklens jobs run -- COMMAND");
    await runScript(app, "exit 3");
    await screen.waitFor(/❯ ✗ error +[0-9a-f]{24} +(?:now|\d s) .*sh -c 'exit 3'/);
    await runScript(app, "while :; do sleep 0.1; done");
    await screen.waitFor(/ {2}▶ running .*while/);
    // The selection stays on its run.
    expect(screen.row(/❯ ✗ error .*exit 3/)).toBeGreaterThan(0);
    expect(screen.row(/✗ error .*exit 3/)).toBe(screen.row(/▶ running/) + 1);
    await screen.waitFor("2 runs · 1 running");
  });

  it("shows the output of a run live, and returns to the list", async () => {
    const app = await openJobs();
    const { screen } = app;
    await runScript(app, 'echo first; until [ -e "$HOME/go" ]; do sleep 0.05; done; echo last; exit 7');
    await screen.waitFor("▶ running");
    screen.press("enter");
    await screen.waitFor(/^│\d\d:\d\d:\d\d first/);
    await screen.waitFor("===== Job started as a process on this machine");
    await screen.waitFor("following · live");
    const [run] = await app.hub.listJobs();
    writeFileSync(join(app.dataDir, "jobs", run?.id ?? "", "scratch", "go"), "");
    await screen.waitFor(/^│\d\d:\d\d:\d\d last/);
    await screen.waitFor("✗ error exit code 7");
    await screen.waitFor("─ 1-3 of 3 ─");
    await screen.waitFor(/^ ended /);
    expect(screen.text()).not.toContain("pause");
    screen.press("esc");
    await screen.waitFor(/❯ ✗ error/);
  });

  it("shows the last state of a progress bar live, and finds only that", async () => {
    const app = await openJobs();
    const { screen } = app;
    await runScript(
      app,
      String.raw`echo first; printf '  0%%|  |\r 50%%|# |'; until [ -e go ]; do sleep 0.05; done; printf '\r100%%|##|\n'`,
    );
    await screen.waitFor("▶ running");
    screen.press("enter");
    await screen.waitFor(/^│\d\d:\d\d:\d\d {2}50%\|# \|/);
    const [run] = await app.hub.listJobs();
    writeFileSync(join(app.dataDir, "jobs", run?.id ?? "", "scratch", "go"), "");
    await screen.waitFor(/^│\d\d:\d\d:\d\d 100%\|##\|/);
    await screen.waitFor("─ 1-3 of 3 ─");
    expect(screen.row(/:\d\d {2}50%/)).toBe(-1);
    screen.press("/");
    screen.press(..."%|");
    await screen.waitFor("1 of 1");
  });

  it("shows the output below the list in 80 columns, and leaves empty columns out", async () => {
    const app = await openJobs(80, 24);
    const { screen } = app;
    await runScript(app, "echo the first word of it");
    await screen.waitFor(/^│\d\d:\d\d:\d\d the first word of it/);
    await screen.waitFor(/❯ ✓ completed .* sh -c 'echo the first word of it'/);
    expect(screen.text()).not.toMatch(/started by|message/);
    await runScript(app, "exit 3");
    await screen.waitFor(/ {2}✗ error .* sh -c 'exit 3' +exit code 3/);
    // The facts take the place of the output while they have the focus.
    screen.press("tab", "tab");
    await screen.waitFor(/[│┃]state +✓ completed/);
  });

  it("follows a long log, keeps the scroll position, and wraps or cuts long lines", async () => {
    const app = await openJobs(80, 24);
    const { screen } = app;
    await runScript(app, `seq 3000; printf 'x%.0s' $(seq 200); echo end; while :; do sleep 0.1; done`);
    await screen.waitFor("▶ running");
    screen.press("enter");
    await screen.waitFor(/x+end/);
    await screen.waitFor("following");
    expect(screen.row(/ 3000 +│$/)).toBeGreaterThan(0);
    screen.press("w");
    await screen.waitUntil((now) => now.row(/x+end/) === -1);
    expect(screen.row(/x{50}…/)).toBeGreaterThan(0);
    screen.press("g");
    await screen.waitFor(/===== Job started/);
    await screen.waitFor("paused");
    screen.press("j");
    await screen.waitUntil((now) => !now.text().includes("===== Job started"));
    expect(screen.row(/\d 1 +│$/)).toBeGreaterThan(0);
    screen.press("f");
    await screen.waitFor("following");
    screen.press("k");
    await screen.waitFor("paused");
    screen.press("G");
    await screen.waitFor("following");
  });

  it("opens the output of the run that was selected just before", async () => {
    const app = await openJobs(120, 40);
    const { screen } = app;
    for (const word of ["one", "two", "three"]) await runScript(app, `echo the ${word}`);
    await screen.waitFor("3 runs");
    screen.press("g");
    await screen.waitFor(/:\d\d the three/);
    // Both keys arrive before the output of the selection is read.
    screen.press("G", "enter");
    await screen.waitFor(/:\d\d the one/);
    expect(screen.text()).not.toContain("the three");
  });

  it("cancels a run after confirmation, but not on Enter", async () => {
    const app = await openJobs();
    const { screen } = app;
    const { id } = await runScript(app, "while :; do sleep 0.1; done");
    await screen.waitFor("▶ running");
    screen.press("d");
    await screen.waitFor(`Cancel run ${id}?`);
    await screen.waitFor(/└ y cancel run  Esc keep running ─+┘/);
    screen.press("enter");
    await screen.waitUntil((now) => !now.text().includes("Cancel run"));
    expect(await app.hub.getJob(id)).toMatchObject({ stage: "RUNNING" });
    screen.press("d");
    await screen.waitFor(`Cancel run ${id}?`);
    screen.press("y");
    await screen.waitFor("⊘ canceled");
    expect(await app.hub.getJob(id)).toMatchObject({ stage: "CANCELED" });
    screen.press("d");
    await screen.waitFor(/The run has ended/);
  });

  it("shows the webhook that started a run", async () => {
    const app = await openJobs();
    const { screen } = app;
    const { id: jobId } = await runScript(app, "echo $WEBHOOK_REPO_ID");
    const repo = { type: "dataset", name: "me/corpus" };
    const { id } = await app.hub.createWebhook({ jobId, watched: [repo] });
    await app.hub.trigger({ scope: "repo.content", action: "update", repo });
    await screen.waitFor("2 runs");
    screen.press("g");
    await screen.waitFor(new RegExp(`❯ ✓ completed .*webhook ${listedId(id).source}`));
    screen.resize(160, 30);
    await screen.waitFor(/│command +sh -c 'echo \$WEBHOOK_REPO_ID'/);
    await screen.waitFor(`│webhook   ${id}`);
    screen.resize(110, 30);
    screen.press("enter");
    await screen.waitFor(/^│\d\d:\d\d:\d\d me\/corpus/);
  });
});
