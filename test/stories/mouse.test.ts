import { expect, it } from "vitest";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { addWebhook, contentPayload, post, showDeliveries } from "../support/app/steps.ts";
import { clickOn } from "../support/screen/click-on.ts";

const openApp = sharedEngine();

it("runs what is clicked: tabs of screens and panes, keys in the footer, and rows on the second click", async () => {
  const app = await openApp({ columns: 140, rows: 30 });
  const { screen } = app;
  for (const repo of ["me/a", "me/b"]) await post(app, contentPayload(repo));
  clickOn(screen, "2 Deliveries");
  await screen.waitFor(/^┃❯.*dataset:me\/b/);
  await screen.waitFor("[Request]");
  clickOn(screen, "Headers");
  await screen.waitFor(/^╭.*╮┏━ Request Response \[Headers 9\]/);
  await screen.waitFor(/┃content-type: application\/json/i);

  // The first click focuses the list and selects, the second one opens.
  screen.click(20, screen.row(/dataset:me\/a/));
  await screen.waitFor(/^┃❯.*dataset:me\/a/);
  screen.click(20, screen.row(/dataset:me\/a/));
  await screen.waitFor(/^╭─ Request of #\d+ .*┏━ Response \[Headers 9\]/);
  clickOn(screen, "Esc back");
  await screen.waitFor(/^┃❯.*dataset:me\/a/);
  clickOn(screen, "? help");
  await screen.waitFor("┌ Help");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("┌ Help"));
});

it("runs a command of the help by a click on its row, also on another screen", async () => {
  const { screen } = await openApp({ columns: 160, rows: 30 });
  for (const [typed, title] of [
    ["show jobs", "Show Jobs"],
    ["create a", "Create a webhook"],
  ] as const) {
    screen.press("?");
    await screen.waitFor("┌ Help");
    screen.type(typed);
    await screen.waitFor(`/ ${typed}`);
    await screen.waitFor(title);
    clickOn(screen, title);
    await screen.waitUntil((now) => !now.text().includes("┌ Help"));
    await screen.waitFor(title === "Show Jobs" ? "[4 Jobs" : "┌ Create a webhook");
  }
});

it("never selects a row by a click on the status line or on a border", async () => {
  const app = await openApp({ columns: 80, rows: 14 });
  const { screen } = app;
  await showDeliveries(
    app,
    Array.from({ length: 12 }, (_, index) => `me/r${index}`),
  );
  await screen.waitFor(/^│❯.*me\/r11/);
  screen.click(40, 11);
  screen.click(40, 12);
  // Behind the last key.
  screen.click(79, 13);
  screen.press("j");
  await screen.waitFor(/^│❯.*me\/r10/);
});

it("clicks the keys of a dialog, and its rows", async () => {
  const app = await openApp({ columns: 120, rows: 30 });
  const { screen } = app;
  await addWebhook(app);
  screen.press("d");
  await screen.waitFor("Delete webhook");
  clickOn(screen, "Esc cancel");
  await screen.waitUntil((now) => !now.text().includes("Delete webhook"));
  screen.press(":");
  screen.type("show");
  await screen.waitFor(/│ +3 +Show Policies/);
  clickOn(screen, "Show Policies");
  await screen.waitUntil(
    (now) => now.cell(now.line(now.row(/Show Policies/)).indexOf("Show"), now.row(/Show Policies/)).inverse,
  );
  clickOn(screen, "Show Policies");
  await screen.waitFor("[3 Policies]");
  screen.press("1", "d");
  await screen.waitFor("Delete webhook");
  clickOn(screen, "y delete");
  await screen.waitFor("No webhooks yet");
});

it("says when the mouse is turned off and on", async () => {
  const { screen } = await openApp();
  screen.press("m", "m");
  await screen.waitFor("✓ Mouse off: select text with the terminal");
  expect(screen.modes.mouseTrackingMode).toBe("none");
  screen.press("m", "m");
  await screen.waitFor("✓ Mouse on");
  expect(screen.modes.mouseTrackingMode).toBe("drag");
});
