import { expect, it } from "vitest";
import { mountAttached } from "../support/app/shared-engine.ts";
import { addWebhook, contentPayload, post, showDeliveries } from "../support/app/steps.ts";

it("finds a command in the palette and runs it, or shows why it is disabled", async () => {
  const app = await mountAttached();
  const { screen } = app;
  screen.press(":");
  await screen.waitFor("┌ Commands");
  expect(screen.cursor.visible).toBe(true);
  screen.type("show deliv");
  await screen.waitFor(/│ +❯ +2 +Show Deliveries/);
  await screen.waitUntil((now) => now.row(/Create a webhook/) === -1);
  screen.press("enter");
  await screen.waitFor("No deliveries yet");

  screen.press(":");
  await screen.waitFor("┌ Commands");
  screen.type("replay selected");
  await screen.waitFor(/r +Replay selected or marked deliveries · no delivery/);
  screen.press("enter");
  await screen.waitFor("▲ No delivery is selected.");
  screen.press(":");
  await screen.waitFor("┌ Commands");
  screen.type("zzzz");
  await screen.waitFor("No matching commands.");
  screen.press("enter", "esc");
  await screen.waitUntil((now) => !now.text().includes("Commands"));
});

it("leads from another screen to the policy that a command of the palette acts on, and names its key", async () => {
  const { screen } = await mountAttached({ columns: 120, rows: 40 });
  screen.press(":");
  await screen.waitFor("┌ Commands");
  screen.type("healthcare");
  await screen.waitFor(/❯ .*healthcare.*→ Policies/);
  screen.press("ctrl+u");
  screen.type("approve");
  await screen.waitFor(/❯ +a +Approve or withdraw approval +→ Policy/);
  screen.press("enter");
  await screen.waitFor("[3 Policies");
  await screen.waitFor("Press a: Approve or withdraw approval");
  await screen.waitFor("[Cell]");
});

it("runs a command from the help, which lists the most used keys, or all, and is filtered as one types", async () => {
  const { screen } = await mountAttached();
  screen.press("?");
  await screen.waitFor("┌ Help");
  const top = screen.row(/┌ Help/);
  expect(screen.line(top + 2)).toMatch(/│ Webhooks, most used +│/);
  while (!screen.cell(8, screen.row(/Create a webhook/)).inverse) {
    const before = screen.row(/│ ❯ /);
    screen.press("down");
    await screen.waitUntil((now) => now.row(/│ ❯ /) !== before);
  }
  screen.press("enter");
  await screen.waitFor("❯ Watch");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("❯ Watch"));

  screen.press("?");
  await screen.waitFor("┌ Help");
  screen.type("zzzz");
  await screen.waitFor("No matching commands.");
  screen.press("ctrl+u");
  screen.type("follow live");
  await screen.waitUntil((now) => now.row(/Create a webhook/) === -1);
  screen.press("enter");
  // The command of another screen runs there.
  await screen.waitFor("[2 Deliveries");
  await screen.waitFor("paused");
  screen.press("?");
  await screen.waitFor(/│ Deliveries, most used +│/);
  screen.press("ctrl+o");
  await screen.waitFor(/│ Deliveries +│/);
  screen.press("ctrl+o");
  await screen.waitFor(/│ Deliveries, most used +│/);
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("Help"));
});

it("shows the help in two columns over the height of a wide window", async () => {
  const { screen } = await mountAttached({ columns: 160, rows: 50 });
  screen.press("?", "ctrl+o");
  await screen.waitFor("Ctrl+O most used");
  expect(screen.row(/┌ Help/)).toBeLessThan(5);
  expect(screen.line(screen.row(/Create a webhook/))).toMatch(/│ +c +Create a webhook .*  \S.* │/);
  screen.press("pagedown");
  await screen.waitUntil((now) => now.row(/│ Webhooks +│/) === -1);
});

it("keeps past messages in the message history", async () => {
  const app = await mountAttached();
  const { screen } = app;
  await addWebhook(app);
  screen.press("o");
  await screen.waitFor(/○ \S+ .*disabled/);
  screen.press("o");
  await screen.waitFor(/❯ ● \S+ /);
  screen.press(":");
  await screen.waitFor("┌ Commands");
  screen.type("messages");
  await screen.waitFor(/│ +❯ +5 +Show Messages/);
  screen.press("enter");
  await screen.waitFor("[5 Messages]");
  const at = screen.row(/\d\d:\d\d:\d\d ✓ ok +Webhook \w+ enabled/);
  expect(screen.line(at + 1)).toMatch(/\d\d:\d\d:\d\d ✓ ok +Webhook \w+ disabled/);
  await screen.waitFor(/\d\d:\d\d:\d\d ✓ ok +Working on the embedded hub/);
  // Enter shows a long message in full.
  screen.press("G", "enter");
  await screen.waitFor(/^│ Working on the embedded hub: no token was found/);
  screen.press("q");
  await screen.waitFor(/❯ .* Working on the embedded hub/);
});

it("selects by click, scrolls the pane under the pointer, and toggles mouse support with m m", async () => {
  const app = await mountAttached({ columns: 140, rows: 30 });
  const { screen } = app;
  await showDeliveries(app, []);
  const list = Array.from({ length: 80 }, (_, index) => `item ${index}`);
  for (const repo of ["me/a", "me/b", "me/c"]) await post(app, contentPayload(repo, { list }));
  await screen.waitFor(/^[│┃]?❯.*dataset:me\/c/);
  screen.click(20, screen.row(/dataset:me\/a /));
  await screen.waitFor(/^[│┃]?❯.*dataset:me\/a/);
  await screen.waitFor(/│ +"name": "me\/a"/);
  screen.wheel("up", 10, 10);
  await screen.waitFor(/^[│┃]?❯.*dataset:me\/c/);
  await screen.waitFor(/│ +"name": "me\/c"/);
  screen.wheel("down", 120, 10);
  await screen.waitUntil((now) => now.row(/[│┃]\{ +[│┃]$/) === -1 && now.row(/│ +"name": "me\/c"/) > 0);
  expect(screen.row(/^[│┃]?❯.*dataset:me\/c/)).toBeGreaterThan(0);
  // The wheel scrolls the pane under the pointer, whichever is focused.
  screen.click(120, 10);
  await screen.waitFor("Esc back");
  screen.wheel("down", 10, 10);
  await screen.waitFor(/^[│┃]?❯.*dataset:me\/a/);
  // Below the last row, a click selects nothing.
  screen.click(20, 20);
  screen.click(20, screen.row(/dataset:me\/b /));
  await screen.waitFor(/^[│┃]?❯.*dataset:me\/b/);
  await screen.waitFor("Enter open");

  screen.press("m", "m");
  await screen.waitUntil((now) => now.modes.mouseTrackingMode === "none");
  screen.press("m", "m");
  await screen.waitUntil((now) => now.modes.mouseTrackingMode === "drag");
});
