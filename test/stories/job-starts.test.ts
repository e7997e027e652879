import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mountScreen } from "../support/app/mount-app.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { engineForApps, mountAttached } from "../support/app/shared-engine.ts";
import { listedId } from "../support/app/steps.ts";
import { shared } from "../support/shared.ts";
import { standInHub } from "../support/stand-in-hub.ts";
import { standInJobs } from "../support/stand-in-jobs.ts";

const jobs = shared(() => mountAttached({ columns: 120, rows: 40 }));

/** Clicks the start of a text on the screen. */
function click({ screen }: Pick<OpenApp, "screen">, text: string): void {
  const y = screen.row(new RegExp(text));
  screen.click(screen.line(y).indexOf(text), y);
}

describe("runs on the local hub", () => {
  it("are started, repeated, repeated with changes and canceled by keyboard", async () => {
    const { screen, hub } = jobs();
    screen.press("4");
    await screen.waitFor("No runs yet");
    screen.press("c");
    await screen.waitFor("┌ Run a Job");
    screen.press("enter");
    await screen.waitFor("Write a command");
    screen.type('echo "$A $B"');
    screen.press("tab");
    screen.type("A=1 B='two words'");
    screen.press("tab");
    screen.type("soon");
    screen.press("enter");
    await screen.waitFor("Write a duration");
    screen.press("ctrl+u");
    screen.type("2 min");
    screen.press("enter");
    // The facts of the run, and the end of its output, are below the list.
    await screen.waitFor(/❯ ✓ completed/);
    await screen.waitFor(/│\d\d:\d\d:\d\d 1 two words/);
    await screen.waitFor(/│timeout +2 min/);
    screen.press("r");
    await screen.waitFor("2 runs");
    const [second] = await hub.listJobs();
    await screen.waitFor(new RegExp(`│id +${second?.id}`));
    await screen.waitFor(/│rerun of +[0-9a-f]{24}/);
    await screen.waitFor(/│\d\d:\d\d:\d\d 1 two words/);
    screen.press("e");
    await screen.waitFor(`┌ Run ${second?.id} again`);
    await screen.waitFor(/Variables A=1 B='two words'/);
    screen.press("ctrl+u");
    screen.type("while :; do sleep 0.1; done");
    screen.press("tab", "ctrl+u");
    screen.type("C=3");
    screen.press("enter");
    await screen.waitFor(/❯ ▶ running/);
    const [third] = await hub.listJobs();
    expect(await hub.getJob(third?.id ?? "")).toMatchObject({
      command: ["sh", "-c", "while :; do sleep 0.1; done"],
      environment: { C: "3" },
      timeoutSeconds: 120,
    });
    screen.press("d");
    await screen.waitFor("Cancel run");
    screen.press("y");
    await screen.waitFor(/❯ ⊘ canceled/);
  });

  it("are started, opened and canceled with the mouse", async () => {
    const app = jobs();
    const { screen } = app;
    click(app, "c run");
    await screen.waitFor("┌ Run a Job");
    screen.type("sleep 60");
    click(app, "Variables");
    screen.type("A=1");
    click(app, "Enter run");
    await screen.waitFor(/❯ ▶ running/);
    await app.hub.runJob({ command: ["echo", "by the mouse"], image: "python:3.12" });
    await screen.waitFor("by the mouse");
    screen.click(10, screen.row(/sleep 60/));
    await screen.waitFor(/❯ ▶ running .*sleep 60/);
    // A click focuses the output beside the facts.
    screen.click(80, screen.row(/─ Output ─/) + 2);
    await screen.waitFor("following · live");
    click(app, "d cancel");
    await screen.waitFor("Cancel run");
    click(app, "y cancel run");
    await screen.waitFor(/⊘ canceled .*sleep 60/);
    screen.press("esc");
    await screen.waitFor("c run");
  });

  it("are filtered by words, and sorted", async () => {
    const { screen, hub } = jobs();
    const words = ["alpha one", "beta two", "alpha three"];
    for (const word of words) {
      await hub.runJob({ command: ["echo", word], image: "python:3.12" });
    }
    // The filter is for the state, too.
    for (const word of words) await screen.waitFor(new RegExp(`✓ completed .*${word}`));
    screen.press("g", "g");
    await screen.waitFor(/❯ .*alpha three/);
    screen.press("/");
    screen.type("ALPHA comp");
    await screen.waitFor(/ 2 of \d/);
    expect(screen.text()).not.toContain("beta two'");
    screen.press("enter", "j");
    await screen.waitFor(/❯ .*alpha one/);
    await screen.waitFor(/:\d\d alpha one/);
    screen.press("/");
    screen.type(" none");
    await screen.waitFor("No runs match the filter");
    screen.press("esc");
    await screen.waitFor("beta two");
  });
});

describe("the output of a run", () => {
  it("is saved as plain text, and replaces a file only after a question", async () => {
    const { screen, hub } = jobs();
    const { id } = await hub.runJob({
      command: ["sh", "-c", String.raw`printf '\033[31mred\033[0m\ttab\033]0;t\007\n'`],
      image: "python:3.12",
    });
    await screen.waitFor(listedId(id));
    screen.press("g", "g");
    await screen.waitFor(/:\d\d red/);
    const path = join(screen.home, "out.log");
    writeFileSync(path, "before");
    screen.press("x");
    await screen.waitFor("┌ Save the output of");
    screen.press("ctrl+u");
    screen.type(path);
    screen.press("enter");
    await screen.waitFor("The file exists");
    expect(readFileSync(path, "utf8")).toBe("before");
    screen.press("y");
    await screen.waitFor(/Saved 2 lines/);
    expect(readFileSync(path, "utf8").split("\n")[1]).toBe("red     tab␛]0;t␇");
    screen.press("x");
    await screen.waitFor("┌ Save the output of");
    screen.press("ctrl+u");
    screen.type(join(screen.home, "missing", "out.log"));
    screen.press("enter");
    await screen.waitFor("cannot be written");
    expect(existsSync(join(screen.home, "missing"))).toBe(false);
  });
});

describe("runs on the real Hub", () => {
  it("start only after a question with their price, and survive its failures", async () => {
    const hub = await standInHub();
    const { runs, output, add } = standInJobs(hub);
    const old = add({ command: ["echo", "old"], secrets: { KEY: null } });
    output.set(old.id, ["\u001b[32mfrom the Hub\u001b[0m"]);
    const screen = await mountScreen({
      columns: 120,
      rows: 40,
      env: { ...hub.env, HOOKLENS_DATA_DIR: await engineForApps() },
    });
    await screen.waitFor("● 127.0.0.1");
    screen.press("4");
    await screen.waitFor(/❯ ▶ running .*echo old/);
    await screen.waitFor(/from the Hub/);
    screen.press("r");
    await screen.waitFor(/without the values of KEY/);
    await screen.waitFor(/Secrets/);
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("Secrets"));
    screen.press("c");
    await screen.waitFor("CPU Basic, $0.0002 a minute");
    screen.type("python train.py");
    screen.press("tab", "tab", "tab");
    screen.type("1 h");
    screen.press("tab", "tab", "tab", "ctrl+u");
    screen.type("t4-small");
    await screen.waitFor("Nvidia T4 - small, $0.0067 a minute, at most $0.40 in 1 h");
    screen.press("tab");
    screen.type("acme");
    screen.press("ctrl+s");
    await screen.waitFor("Start a run that costs money?");
    await screen.waitFor(/as acme: Nvidia T4 - small/);
    screen.press("esc");
    // A declined question leads back to what was typed.
    await screen.waitUntil((now) => !now.text().includes("costs money"));
    await screen.waitFor("┌ Run a Job");
    expect(runs.size).toBe(1);
    hub.misbehave({ on: /POST \/api\/jobs\/acme/, status: 429, times: 1 });
    screen.press("ctrl+s");
    await screen.waitFor("Start a run that costs money?");
    screen.press("y");
    await screen.waitFor(/✗ .*429/);
    expect(runs.size).toBe(1);
    screen.press("ctrl+s");
    await screen.waitFor("Start a run that costs money?");
    screen.press("y");
    await screen.waitFor(/❯ ▶ running .*python train\.py/);
    expect([...runs.values()].at(-1)).toMatchObject({
      flavor: "t4-small",
      timeout: 3600,
      owner: { name: "acme" },
    });
    // It stays in the list of the account's runs, and is canceled in its namespace.
    screen.press("f5");
    await screen.waitFor("1-2 of 2");
    screen.press("d");
    await screen.waitFor("Cancel run");
    screen.press("y");
    await screen.waitFor(/❯ ⊘ canceled .*python train\.py/);
    runs.delete(old.id);
    screen.press("j");
    await screen.waitFor(/has no Job|1 run/);
  });
});
