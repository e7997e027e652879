import { describe, expect, it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post, showDeliveries } from "../support/app/steps.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

describe("the list of deliveries", () => {
  it("follows the newest delivery, pauses when the selection leaves it, and counts new ones", async () => {
    const app = await mountAttached();
    const { screen } = app;
    await showDeliveries(app, []);
    await screen.waitFor("y copies a command that sends one.");
    screen.press("y");
    await screen.waitUntil((now) => now.copied.length === 1);
    expect(screen.copied[0]).toContain(`curl -X POST ${app.receiver}/webhooks/inbox -H `);
    for (const repo of ["me/a", "me/b", "me/c"]) await post(app, contentPayload(repo));
    await screen.waitFor(/^[│┃]?❯.*dataset:me\/c/);
    await screen.waitFor(/^ following · #3/);

    screen.press("j");
    await screen.waitFor(/^ paused · #2/);
    const row = screen.row(/^[│┃]?❯.*dataset:me\/b/);
    for (const repo of ["me/d", "me/e"]) await post(app, contentPayload(repo));
    await screen.waitFor("paused · 2 new · f follows");
    // The selected row keeps its position.
    expect(screen.row(/^[│┃]?❯.*dataset:me\/b/)).toBe(row);

    screen.press("f");
    await screen.waitFor(/^ following · #5/);
    await screen.waitFor(/^[│┃]?❯.*dataset:me\/e/);
    await post(app, contentPayload("me/f"));
    await screen.waitFor(/^[│┃]?❯.*dataset:me\/f/);
  });

  it("keeps its rows in place while hundreds arrive, and jumps to both ends of the log", async () => {
    const app = await mountAttached({ columns: 80, rows: 24 });
    const { screen } = app;
    await showDeliveries(
      app,
      Array.from({ length: 40 }, (_, index) => `me/early-${index}`),
    );
    screen.press("pagedown");
    await screen.waitFor(/^ paused · #23/);
    const before = screen.text().split("\n").slice(4, 21);
    expect(before.filter((line) => line.includes("me/early-")).length).toBe(17);
    const names = (lines: readonly string[]) => lines.map((line) => /me\/\S+/.exec(line)?.[0]);
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => post(app, contentPayload(`me/late-${index}`))),
    );
    await screen.waitFor("paused · 300 new · f follows");
    expect(names(screen.text().split("\n").slice(4, 21))).toEqual(names(before));

    screen.press("G");
    await screen.waitFor(/^[│┃]?❯.*dataset:me\/early-0/);
    screen.press("g", "g");
    await screen.waitFor(/^[│┃]?❯.*dataset:me\/late-/);
    await screen.waitFor(/^ following · #340/);
    expect(screen.row(/^[│┃]?❯/)).toBe(4);
    screen.press("end");
    await screen.waitFor(/^[│┃]?❯.*dataset:me\/early-0/);
    screen.press("home");
    await screen.waitFor(/^ following · #340/);
  });
});

describe("the filter", () => {
  it("applies while typed, highlights errors, and is cleared by Esc", async () => {
    const app = await mountAttached();
    const { screen } = app;
    await showDeliveries(app, ["me/corpus", "acme/other", "me/corpus-2"]);
    screen.press("/");
    await screen.waitUntil((now) => now.cursor.visible && now.cursor.y === 2);
    screen.type("repo:dataset:me/*");
    await screen.waitFor("2 of 3");
    await screen.waitUntil((now) => now.row(/acme\/other/) === -1);
    await screen.waitFor("dataset:me/corpus-2");

    screen.type(" stats:500");
    await screen.waitFor("status");
    await screen.waitFor(/✗ .*"stats"/);
    const at = screen.line(2).indexOf("stats");
    // Only the invalid part is red.
    expect(screen.cell(at, 2).fg).toBe("red");
    expect(screen.cell(screen.line(2).indexOf("repo:"), 2).fg).toBe("default");
    // The last valid filter still applies.
    expect(screen.row(/acme\/other/)).toBe(-1);

    screen.press("ctrl+w", "ctrl+w");
    screen.type("word");
    await screen.waitFor("No deliveries match the filter. Press Esc to clear it.");
    screen.press("esc");
    await screen.waitFor("acme/other");
    await screen.waitFor("none · press / to filter");
  });

  it("searches the words of payloads, and stays after Enter", async () => {
    const app = await mountAttached();
    const { screen } = app;
    await post(app, contentPayload("me/a", { note: "a needle in the hay" }));
    await showDeliveries(app, ["me/b"]);
    screen.press("/");
    screen.type("needle");
    await screen.waitFor("1 of 2");
    screen.press("enter");
    await screen.waitUntil((now) => !now.cursor.visible);
    await screen.waitFor(/^[│┃]?❯.*dataset:me\/a/);
    // Only matching new deliveries appear.
    await post(app, contentPayload("me/c"));
    await post(app, contentPayload("me/d", { note: "needles" }));
    await screen.waitFor(/^[│┃]?❯.*dataset:me\/d/);
    await screen.waitFor("2 of 4");
    expect(screen.row(/me\/c /)).toBe(-1);
    screen.press("esc");
    await screen.waitFor(/me\/c /);
  });
});

describe("the detail", () => {
  it("switches between request, response, headers, attempts and raw bytes", async () => {
    const app = await mountAttached();
    const { screen } = app;
    await post(app, contentPayload("me/corpus"), { headers: { "x-mine": "yes" } });
    await showDeliveries(app, ["me/other"]);
    screen.press("j", "enter");
    await screen.waitFor(/^╭─ \[Request\] Response Headers \d+ Attempts 0 Raw ─/);
    await screen.waitFor('"scope": "repo.content"');
    screen.press("tab");
    await screen.waitFor(/^│❯✓ 200 from the receiver · [\d.]+ m?s +│$/);
    await screen.waitFor('"ok": true');
    await screen.waitFor("[Response]");
    screen.press("tab");
    await screen.waitFor("x-mine: yes");
    screen.press("tab");
    await screen.waitFor("No attempts");
    screen.press("tab");
    await screen.waitFor("000000  7b 22 65 76 65 6e 74 22");
    screen.press("tab");
    await screen.waitFor("[Request]");
    screen.press("shift+tab");
    await screen.waitFor("[Raw]");
    screen.press("v");
    await screen.waitFor("[Request]");
    screen.press("v");
    await screen.waitFor("[Raw]");
    screen.press("esc");
    await screen.waitFor(/^[│┃]?❯.*dataset:me\/corpus/);
  });

  it("scrolls to the last line of a long payload, and is next to the list in a wide terminal", async () => {
    const app = await mountAttached();
    const { screen } = app;
    await post(
      app,
      contentPayload("me/long", { list: Array.from({ length: 100 }, (_, index) => `item ${index}`) }),
    );
    await showDeliveries(app, ["me/short"]);
    screen.press("j", "enter");
    await screen.waitFor('"scope": "repo.content"');
    screen.press("G");
    await screen.waitFor('"item 99"');
    const last = screen.text();
    screen.press("j", "j", "k");
    await screen.waitUntil((now) => now.text() !== last);
    await screen.waitFor('"item 98"');
    screen.press("g", "g");
    await screen.waitFor('"scope": "repo.content"');

    screen.resize(140, 40);
    await screen.waitFor(/^┏━ Request of #1 .*╭─ \[Response\]/);
    screen.press("esc");
    await screen.waitFor(/dataset:me\/short .*│/);
    expect(screen.row(/^[│┃]?❯.*dataset:me\/long.*│/)).toBeGreaterThan(0);
    expect(screen.row(/│.?▾ \{ +│$/)).toBeGreaterThan(0);
    screen.press("k");
    await screen.waitFor(/│ +"name": "me\/short"/);
  });
});

it("selects the next failure with n, through the whole log", async () => {
  const app = await mountAttached();
  const { screen } = app;
  await post(app, "not json");
  await Promise.all(Array.from({ length: 250 }, (_, index) => post(app, contentPayload(`me/fine-${index}`))));
  await post(app, "not json either");
  await showDeliveries(app, ["me/newest"]);
  screen.press("n");
  await screen.waitFor(/^[│┃]?❯.*⊘ 400/);
  await screen.waitFor(/paused · #252/);
  screen.press("n");
  await screen.waitFor(/paused · #1 /);
  await screen.waitFor(/^[│┃]?❯.*⊘ 400/);
  screen.press("n");
  await screen.waitFor("▲ No older failure is open.");
});

it("remembers whether the tries of events are folded, and counts nothing without several", async () => {
  const env = { HOOKLENS_DATA_DIR: freshDataDir() };
  const app = await mountAttached({ columns: 120, rows: 40, env });
  const { screen } = app;
  await showDeliveries(app, ["me/a"]);
  await screen.waitFor("1-1 of 1");
  expect(screen.text()).not.toContain("folds");
  screen.press("r");
  await screen.waitFor("Replay delivery #1");
  screen.press("enter");
  await screen.waitFor(/❯ +2 .*2 tries ↻ 1/);
  await screen.waitFor("1 event · 0 open · m g unfolds");
  await screen.waitFor("1-1 of 1");
  screen.press("m", "g");
  await screen.waitFor("1-2 of 2");
  screen.press("q");
  await screen.exit;

  const second = await mountApp({ columns: 120, rows: 40, env });
  second.screen.press("2");
  await second.screen.waitFor("1-2 of 2");
  await second.screen.waitFor("1 event · 0 open · m g folds");
});
