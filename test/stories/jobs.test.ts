import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isDrawn } from "../support/app/header.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { listedId } from "../support/app/steps.ts";
import { shared } from "../support/shared.ts";

const jobs = shared(() => mountAttached({ columns: 110, rows: 30 }));

function runScript({ hub }: OpenApp, script: string) {
  return hub.runJob({ command: ["sh", "-c", script], image: "python:3.12" });
}

/** Shows the Jobs screen at a size, with a new run of a script, which is selected. */
async function openRun(script: string, { columns = 110, rows = 30 } = {}) {
  const app = jobs();
  const { screen, dataDir } = app;
  screen.resize(columns, rows);
  await screen.waitUntil(isDrawn);
  screen.press("4");
  const { id } = await runScript(app, script);
  await screen.waitFor(listedId(id));
  screen.press("g", "g");
  await screen.waitFor(new RegExp(`❯ .*${listedId(id).source}`));
  return { ...app, id, scratch: join(dataDir, "jobs", id, "scratch") };
}

/** Returns from an output to the list. */
async function closeOutput({ screen }: OpenApp): Promise<void> {
  screen.press("esc");
  await screen.waitFor("┏━ Jobs ━");
}

describe("the Jobs screen", () => {
  it("explains how to run a Job, shows its output below the list in 80 columns, and leaves empty columns out", async () => {
    const { screen } = jobs();
    screen.press("4");
    await screen.waitFor("No runs yet");
    await screen.waitFor("hooklens jobs run -- COMMAND");
    const app = await openRun("echo the first word of it", { columns: 80, rows: 24 });
    await screen.waitFor(/^│\d\d:\d\d:\d\d the first word of it/);
    await screen.waitFor(/❯ ✓ completed .* sh -c 'echo the first word of it'/);
    expect(screen.text()).not.toMatch(/started by|message/);
    await runScript(app, "exit 3");
    await screen.waitFor(/ {2}✗ error .* sh -c 'exit 3' +exit code 3/);
    // The facts take the place of the output while they have the focus.
    screen.press("tab", "tab");
    await screen.waitFor(/[│┃]state +✓ completed/);
    screen.press("shift+tab", "shift+tab");
    await screen.waitFor("┏━ Jobs ━");
  });

  it("lists new runs with state, age and command", async () => {
    const app = await openRun("exit 3");
    const { screen } = app;
    await screen.waitFor(/❯ ✗ error +[0-9a-f]{24} +(?:now|\d+ s) .*sh -c 'exit 3'/);
    const { id } = await runScript(app, "sleep 60");
    await screen.waitFor(/ {2}▶ running .*sleep 60/);
    // The selection stays on its run.
    await screen.waitFor("4 runs · 1 running");
    expect(screen.row(/❯ ✗ error .*exit 3/)).toBe(screen.row(/▶ running/) + 1);
    await app.hub.cancelJob(id);
  });

  it("shows the output of a run live, and returns to the list", async () => {
    const app = await openRun("echo first; until [ -e go ]; do sleep 0.05; done; echo last; exit 7");
    const { screen } = app;
    await screen.waitFor(/❯ ▶ running/);
    screen.press("enter");
    await screen.waitFor(/^│\d\d:\d\d:\d\d first/);
    await screen.waitFor("===== Job started as a process on this machine");
    await screen.waitFor("following · live");
    writeFileSync(join(app.scratch, "go"), "");
    await screen.waitFor(/^│\d\d:\d\d:\d\d last/);
    await screen.waitFor("✗ error exit code 7");
    await screen.waitFor("─ 1-3 of 3 ─");
    await screen.waitFor(/^ ended /);
    expect(screen.text()).not.toContain("pause");
    screen.press("esc");
    await screen.waitFor(/❯ ✗ error/);
  });

  it("shows the last state of a progress bar live, and finds only that", async () => {
    const app = await openRun(
      String.raw`echo first; printf '  0%%|  |\r 50%%|# |'; until [ -e go ]; do sleep 0.05; done; printf '\r100%%|##|\n'`,
    );
    const { screen } = app;
    await screen.waitFor(/❯ ▶ running/);
    screen.press("enter");
    await screen.waitFor(/^│\d\d:\d\d:\d\d {2}50%\|# \|/);
    writeFileSync(join(app.scratch, "go"), "");
    await screen.waitFor(/^│\d\d:\d\d:\d\d 100%\|##\|/);
    await screen.waitFor("─ 1-3 of 3 ─");
    expect(screen.row(/:\d\d {2}50%/)).toBe(-1);
    screen.press("/");
    screen.press(..."%|");
    await screen.waitFor("1 of 1 hit");
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("1 of 1 hit"));
    await closeOutput(app);
  });

  it("follows a long log, keeps the scroll position, and wraps or cuts long lines", async () => {
    const app = await openRun("seq 3000; printf 'x%.0s' $(seq 200); echo end; exec sleep 60", {
      columns: 80,
      rows: 24,
    });
    const { screen } = app;
    await screen.waitFor(/❯ ▶ running/);
    screen.press("enter");
    await screen.waitFor(/x+end/);
    await screen.waitFor("following");
    await screen.waitFor(/ 3000 +│$/);
    screen.press("m", "w");
    await screen.waitUntil((now) => now.row(/x+end/) === -1);
    await screen.waitFor(/x{50}…/);
    screen.press("g", "g");
    await screen.waitFor(/===== Job started/);
    await screen.waitFor("paused");
    screen.press("j");
    await screen.waitUntil((now) => !now.text().includes("===== Job started"));
    await screen.waitFor(/\d 1 +│$/);
    screen.press("f");
    await screen.waitFor("following");
    screen.press("k");
    await screen.waitFor("paused");
    screen.press("G");
    await screen.waitFor("following");
    await closeOutput(app);
    await app.hub.cancelJob(app.id);
  });

  it("opens the output of the run that was selected just before", async () => {
    const wide = { columns: 120, rows: 40 };
    await openRun("echo the first", wide);
    const app = await openRun("echo the second", wide);
    const { screen } = app;
    await screen.waitFor(/:\d\d the second/);
    // Both keys arrive before the output of the selection is read.
    screen.press("j", "enter");
    await screen.waitFor(/:\d\d the first/);
    expect(screen.text()).not.toContain("the second");
    await closeOutput(app);
  });

  it("cancels a run after confirmation, but not on Enter", async () => {
    const { screen, hub, id } = await openRun("sleep 60");
    await screen.waitFor(/❯ ▶ running/);
    screen.press("d");
    await screen.waitFor(`Cancel run ${id}?`);
    await screen.waitFor(/└ y cancel run  Esc keep running ─+┘/);
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Cancel run"));
    expect(await hub.getJob(id)).toMatchObject({ stage: "RUNNING" });
    screen.press("d");
    await screen.waitFor(`Cancel run ${id}?`);
    screen.press("y");
    await screen.waitFor(/❯ ⊘ canceled/);
    expect(await hub.getJob(id)).toMatchObject({ stage: "CANCELED" });
    screen.press("d");
    await screen.waitFor(/The run has ended/);
  });

  it("shows the webhook that started a run", async () => {
    const { screen, hub, id: jobId } = await openRun("echo $WEBHOOK_REPO_ID");
    const repo = { type: "dataset", name: "me/corpus" };
    const { id } = await hub.createWebhook({ jobId, watched: [repo] });
    await hub.trigger({ scope: "repo.content", action: "update", repo });
    await screen.waitFor(new RegExp(` webhook ${listedId(id).source}`));
    screen.press("g", "g");
    await screen.waitFor(new RegExp(`❯ ✓ completed .*webhook ${listedId(id).source}`));
    screen.resize(160, 30);
    await screen.waitFor(/│command +sh -c 'echo \$WEBHOOK_REPO_ID'/);
    await screen.waitFor(`│webhook   ${id}`);
    screen.resize(110, 30);
    await screen.waitUntil(isDrawn);
    screen.press("enter");
    await screen.waitFor(/^│\d\d:\d\d:\d\d me\/corpus/);
    await closeOutput(jobs());
  });

  it("leads from a webhook whose run failed to the output of the run", async () => {
    const { screen, hub, id: jobId } = await openRun("echo no GPU left; exit 3");
    const repo = { type: "dataset", name: "me/failing" };
    const { id } = await hub.createWebhook({ jobId, watched: [repo] });
    await hub.trigger({ scope: "repo.content", action: "update", repo });
    screen.press("1", ":");
    screen.type(id);
    await screen.waitFor(`${id} → Webhooks`);
    screen.press("enter");
    await screen.waitFor(/failing +1 ✗ exit code 3/);
    screen.press("g", "o");
    await screen.waitFor(/^│\d\d:\d\d:\d\d no GPU left/);
    screen.press("1", "g", "a", "enter");
    await screen.waitFor(/run \w+ error: exit code 3/);
    screen.press("g", "o");
    await screen.waitFor(/^│\d\d:\d\d:\d\d no GPU left/);
  });
});
