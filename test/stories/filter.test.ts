import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post, showDeliveries } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";

const wide = { columns: 120, rows: 40 };

/** Waits until the filter line has a text. */
const typed = (text: string) => (now: { line(y: number): string }) => now.line(2).includes(` ${text} `);

describe("the history", () => {
  it("recalls older filters with Up and newer ones with Down, also after a restart", async () => {
    const app = await mountAttached(wide);
    const { screen } = app;
    await showDeliveries(app, ["me/a", "me/b"]);
    for (const filter of ["repo:me/a", "repo:me/*", "stats:5", "repo:me/a"]) {
      screen.press("/");
      screen.type(filter);
      await screen.waitUntil(typed(filter));
      screen.press("enter");
      await (filter === "stats:5"
        ? screen.waitFor(/✗ .*"stats"/)
        : screen.waitUntil((now) => !now.cursor.visible));
      screen.press("esc");
      await screen.waitFor("none · press / to filter");
    }
    screen.press("/");
    screen.type("rou");
    screen.press("up");
    await screen.waitUntil(typed("repo:me/a"));
    await screen.waitFor("1 of 2");
    screen.press("up");
    await screen.waitUntil(typed("repo:me/*"));
    // Neither the filter with an error nor a duplicate was kept.
    screen.press("up", "down");
    await screen.waitUntil(typed("repo:me/a"));
    screen.press("down");
    await screen.waitUntil(typed("rou"));
    screen.press("esc", "q");
    await screen.exit;

    const again = await mountApp({ ...wide, env: { HOOKLENS_DATA_DIR: app.dataDir } });
    again.screen.press("2");
    await again.screen.waitFor("none · press / to filter");
    again.screen.press("/", "up", "up");
    await again.screen.waitUntil(typed("repo:me/*"));
    again.screen.press("enter");
    await again.screen.waitFor("2 of 2");
  });
});

describe("the completion", () => {
  it("suggests keys and values that occur, and takes them with keys and the mouse", async () => {
    const app = await mountAttached(wide);
    const { screen } = app;
    await post(app, contentPayload("me/corpus"), { path: "/webhooks/training" });
    await post(app, "not json");
    await showDeliveries(app, ["me/other"]);
    screen.press("/");
    await screen.waitFor(/ is: +state: failed, duplicate/);
    screen.type("ro");
    await screen.waitFor(/ route: +route of the receiver/);
    screen.press("tab");
    await screen.waitFor(/^.{10} {5,}inbox +┃/);
    screen.press("down", "enter");
    await screen.waitUntil(typed("route:inbox"));
    screen.type(" is:re");
    await screen.waitFor(/rejected +refused by the receiver/);
    const y = screen.row(/rejected +refused/);
    screen.click(screen.line(y).indexOf("rejected"), y);
    await screen.waitUntil(typed("route:inbox is:rejected"));
    await screen.waitFor("1 of 3");
    // Esc gives up typing at once.
    screen.type(" sc");
    await screen.waitFor(/scope: +scope of the event/);
    screen.press("esc");
    await screen.waitFor("none · press / to filter");
  });
});

describe("a value of a delivery", () => {
  it("is included and excluded, from the row and from the payload", async () => {
    const app = await mountAttached(wide);
    const { screen } = app;
    await post(app, contentPayload("me/a", { note: 'say "hi" | twice' }));
    await post(app, "not json");
    await showDeliveries(app, ["me/b"]);
    screen.press("!");
    await screen.waitFor("Hide deliveries like #3");
    await screen.waitFor(/❯ route +inbox/);
    screen.press("j", "j", "j");
    await screen.waitFor(/❯ repo +dataset:me\/b/);
    screen.press("enter");
    await screen.waitUntil(typed("-repo:dataset:me/b"));
    await screen.waitFor("2 of 3");
    // The rows may come after their count.
    await screen.waitFor(/^[│┃]?❯.*⊘ 400/);
    screen.press("&", "G");
    await screen.waitFor(/❯ outcome +rejected/);
    screen.press("enter");
    await screen.waitUntil(typed("-repo:dataset:me/b is:rejected"));
    await screen.waitFor("1 of 3");

    screen.press("esc");
    await screen.waitFor("none · press / to filter");
    screen.press("G");
    await screen.waitFor(/^[│┃]?❯.*dataset:me\/a/);
    screen.press("enter");
    await screen.waitFor('"note": "say');
    screen.press("/");
    screen.type("say");
    await screen.waitFor("1 of 1 hit");
    screen.press("enter", "esc");
    await screen.waitUntil((now) => !now.text().includes("1 of 1 hit"));
    screen.press("&");
    await screen.waitFor("The filter is now ");
    // The detail is searched for the filter, and keeps its tab if no tab has a hit.
    await screen.waitFor("no hits");
    await screen.waitFor("[Response]");
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("no hits"));
    screen.press("esc");
    await screen.waitUntil((now) => now.line(2).includes('"say \\"hi\\" | twice"'));
    await screen.waitFor("1 of 3");
    await screen.waitFor(/^[│┃]?❯.*dataset:me\/a/);
  });
});

describe("the words of the filter", () => {
  it("are marked in the detail, whose first hit is in sight, and n goes on", async () => {
    const app = await mountAttached(wide);
    const { screen } = app;
    const list = Array.from({ length: 120 }, (_, index) =>
      index % 50 === 49 ? `a needle ${index}` : `hay ${index}`,
    );
    await post(app, contentPayload("me/stack", { list }));
    await showDeliveries(app, ["me/other"]);
    screen.press("/");
    screen.type("Needle");
    await screen.waitFor("1 of 2");
    screen.press("enter");
    await screen.waitFor(/"a needle 49"/);
    screen.press("enter");
    await screen.waitFor("1 of 2 hits");
    screen.press("n");
    await screen.waitFor(/"a needle 99"/);
    await screen.waitFor("2 of 2 hits");
    screen.press("esc", "esc", "esc");
    await screen.waitFor("none · press / to filter");
    expect(screen.text()).not.toContain("hits");
  });
});

describe("words in a response, a header and an output", () => {
  it("find the delivery, and open the tab with the hit", async () => {
    const { path: handlers } = handlersDirectory({
      "train.mjs": `export default async function train(payload) {
        for (let line = 1; line <= 60; line += 1) console.log("step", line);
        console.log("loss of " + payload.repo.name + " diverged");
        return { job: "a haystack" };
      }`,
    });
    const config = freshDataDir("config");
    mkdirSync(join(config, "hooklens"), { recursive: true });
    writeFileSync(join(config, "hooklens", "config.yaml"), JSON.stringify({ receiver: { handlers } }));
    const app = await mountApp({ ...wide, env: { XDG_CONFIG_HOME: config } });
    const { screen } = app;
    expect(await post(app, contentPayload("me/a"), { path: "/webhooks/train" })).toBe(200);
    await post(app, contentPayload("me/b"), { headers: { "x-trace": "thimble-7" } });
    await showDeliveries(app, ["me/c"]);
    screen.press("/");
    screen.type("Haystack");
    await screen.waitFor("1 of 3");
    await screen.waitFor(/^[│┃]?❯.*me\/a/);
    await screen.waitFor(/│ +"job": "a haystack"/);
    screen.press("enter", "enter");
    await screen.waitFor("1 of 1 hit");
    await screen.waitFor(/┃❯ +"job": "a haystack"/);
    screen.press("esc", "esc");
    await screen.waitFor(/^[│┃]?❯/);
    screen.press("/", "ctrl+u");
    screen.type("diverged");
    await screen.waitUntil(typed("diverged"));
    await screen.waitFor("1 of 3");
    await screen.waitFor("loss of me/a diverged");
    screen.press("enter", "enter");
    await screen.waitFor(/┃❯loss of me\/a diverged/);
    screen.press("esc", "esc");
    await screen.waitFor(/^[│┃]?❯/);
    screen.press("/", "ctrl+u");
    screen.type("thimble-7");
    await screen.waitUntil(typed("thimble-7"));
    await screen.waitFor(/^[│┃]?❯.*me\/b/);
    await screen.waitFor("x-trace: thimble-7");
    screen.press("enter", "enter");
    await screen.waitFor(/┏━ Response \[Headers \d+\]/);
    await screen.waitFor("x-trace: thimble-7");
    screen.press("esc", "esc");
    await screen.waitFor(/^[│┃]?❯/);
    screen.press("/", "ctrl+u");
    screen.type("-thimble -haystack");
    await screen.waitUntil(typed("-thimble -haystack"));
    await screen.waitFor(/^[│┃]?❯.*me\/c/);
    await screen.waitFor("1 of 3");
  });
});

describe("saved filters", () => {
  it("are saved, picked by a digit, renamed and deleted, and outlast the app", async () => {
    const app = await mountAttached(wide);
    const { screen } = app;
    await post(app, "not json");
    await showDeliveries(app, ["me/a"]);
    for (const [name, filter] of [
      ["all", "repo:me/*|acme/*"],
      ["broken", "is:failed"],
    ] as const) {
      screen.press("/");
      screen.type(filter);
      await screen.waitUntil(typed(filter));
      screen.press("enter", "ctrl+s");
      await screen.waitFor(`Save the filter ${filter}`);
      screen.type(name);
      screen.press("enter");
      await screen.waitFor(`Saved the filter @${name}`);
      screen.press("esc");
      await screen.waitFor("none · press / to filter");
    }
    await screen.waitFor("saved: '1 all  '2 broken");
    screen.press("'");
    await screen.waitFor(/❯ 1 all +repo:me/);
    screen.press("2");
    await screen.waitUntil(typed("@broken"));
    await screen.waitFor("1 of 2");
    screen.press("'", "e");
    await screen.waitFor("Rename the filter @all");
    screen.press("ctrl+u");
    screen.type("mine");
    screen.press("enter");
    await screen.waitFor("Renamed the filter @all to @mine");
    await screen.waitFor(/❯ 1 mine/);
    screen.press("esc", "q");
    await screen.exit;

    const again = await mountApp({
      ...wide,
      env: { HOOKLENS_DATA_DIR: app.dataDir, XDG_CONFIG_HOME: join(screen.home, ".config") },
    });
    again.screen.press("2");
    await again.screen.waitFor("saved: '1 mine  '2 broken");
    const y = 2;
    again.screen.click(again.screen.line(y).indexOf("mine"), y);
    await again.screen.waitUntil(typed("@mine"));
    await again.screen.waitFor("1 of 2");
    again.screen.press("'", "d");
    await again.screen.waitFor("Deleted the filter @mine");
    await again.screen.waitFor(/❯ 1 broken/);
  });
});

describe("the selection", () => {
  it("stays where it is, paused, when the filter that found it is cleared", async () => {
    const app = await mountAttached(wide);
    const { screen } = app;
    for (let index = 1; index <= 150; index++) {
      await post(app, index === 40 || index === 90 ? "not json" : contentPayload(`me/fine-${index}`));
    }
    await showDeliveries(app, ["me/newest"]);
    screen.press("/");
    screen.type("is:failed");
    await screen.waitFor("2 of 151");
    screen.press("enter", "j");
    await screen.waitFor(/^ paused · #40/);

    screen.press("esc");
    await screen.waitFor("me/fine-41 ");
    await screen.waitFor(/^ paused · #40/);
    const row = screen.row(/^[│┃]?❯.*⊘ 400/);
    // Half a page of newer deliveries is above it, and older ones are below.
    expect(row).toBeGreaterThan(15);
    expect(screen.row(/me\/fine-41 /)).toBe(row - 1);
    expect(screen.row(/me\/fine-39 /)).toBe(row + 1);

    // A filter that does not match the selected row selects the nearest older match; canceling it returns.
    screen.press("/");
    screen.type("repo:*-3*");
    await screen.waitFor(/^[│┃]?❯.*me\/fine-39 /);
    screen.press("esc");
    await screen.waitFor(/^ paused · #40/);
    await screen.waitFor("me/fine-41 ");
    expect(screen.row(/^[│┃]?❯.*⊘ 400/)).toBe(row);
  });

  it("follows on if nothing was selected", async () => {
    const app = await mountAttached(wide);
    const { screen } = app;
    await post(app, "not json");
    await showDeliveries(app, ["me/a", "me/b"]);
    screen.press("/");
    screen.type("is:failed");
    await screen.waitFor("1 of 3");
    screen.press("enter", "esc");
    await screen.waitFor(/^[│┃]?❯.*me\/b/);
    await post(app, contentPayload("me/c"));
    await screen.waitFor(/^[│┃]?❯.*me\/c/);
  });
});
