import { describe, expect, it } from "vitest";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post, showDeliveries } from "../support/app/steps.ts";

/** A payload of 1 MB with 20,000 rows. */
const rows = Array.from({ length: 20_000 }, (_, index) => ({ row: index, name: `me/corpus-${index}` }));

describe("a big payload", () => {
  it("is searched, folded, wrapped, and copied by path and value", async () => {
    const app = await mountAttached({ columns: 80, rows: 24 });
    const { screen } = app;
    await showDeliveries(app, ["me/first"]);
    await post(app, contentPayload("me/corpus", { big: 12345678901234567890n.toString(), rows }));
    await screen.waitFor("dataset:me/corpus");
    screen.press("enter");
    await screen.waitFor(/❯▾ {/);

    screen.press("/");
    await screen.waitUntil((now) => now.cursor.visible);
    screen.type("corpus-1999");
    await screen.waitFor("1 of 11 hits");
    await screen.waitFor(/❯ .*"name": "me\/corpus-1999"/);
    const found = screen.row(/❯ .*corpus-1999"/);
    expect(screen.cell(screen.line(found).indexOf("corpus"), found)).toMatchObject({ underline: true });
    screen.press("enter", "n");
    await screen.waitFor("2 of 11 hits");
    await screen.waitFor(/❯ .*"me\/corpus-19990"/);
    screen.press("N", "N");
    await screen.waitFor("11 of 11 hits");
    await screen.waitFor(/❯ .*"me\/corpus-19999"/);

    screen.press("y");
    await screen.waitFor(/value +15 characters +me\/corpus-19999/);
    await screen.waitFor(/JSON path +17 characters +\.rows\[19999\]\.name/);
    screen.press("down", "enter");
    await screen.waitUntil((now) => now.copied.length === 1);
    expect(screen.copied).toEqual([".rows[19999].name"]);

    // Out to the list of rows, which is folded.
    screen.press("h", "h", "h", "h");
    await screen.waitFor(/❯ +▸ "rows": \[ 20,000 items \]/);
    screen.press("enter");
    await screen.waitFor(/❯ +▾ "rows": \[ /);
    // A hit in a folded value unfolds it.
    screen.press("enter", "N");
    await screen.waitFor(/❯ .*"me\/corpus-19999"/);

    // The search is cleared first; then the list returns.
    screen.press("esc");
    await screen.waitUntil((now) => !now.text().includes("hits"));
    screen.press("esc");
    await screen.waitFor(/❯ .*dataset:me\/corpus/);
  });

  it("wraps long lines, or scrolls them to the side", async () => {
    const app = await mountAttached({ columns: 80, rows: 24 });
    const { screen } = app;
    await showDeliveries(app, []);
    await post(app, `not json ${"x".repeat(100)} the end`);
    await screen.waitFor(/❯ .*400/);
    screen.press("enter");
    await screen.waitFor("[Response]");
    screen.press("shift+tab");
    await screen.waitFor(/x+ the end/);
    screen.press("m", "w");
    await screen.waitFor(/not json x+…/);
    expect(screen.text()).not.toContain("the end");
    screen.press("l", "l", "l", "l");
    await screen.waitFor(/x+ the end/);
    screen.press("h", "h", "h", "h", "m", "w");
    await screen.waitFor("not json");
    await screen.waitFor("the end");
  });
});
