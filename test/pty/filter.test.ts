import { describe, expect, it } from "vitest";
import { openApp } from "../support/app/open-app.ts";
import { contentPayload, post, showDeliveries } from "../support/app/steps.ts";

const wide = { columns: 120, rows: 40 };

describe("the selection", () => {
  it("stays where it is, paused, when the filter that found it is cleared", async () => {
    const app = await openApp(wide);
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
    const app = await openApp(wide);
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
