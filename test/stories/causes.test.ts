import { expect, it } from "vitest";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post, showDeliveries } from "../support/app/steps.ts";

it("lists the causes of failures, and filters, marks and replays those of one", async () => {
  const app = await mountAttached({ columns: 120, rows: 40 });
  const { screen } = app;
  for (const path of ["/webhooks/one", "/webhooks/two"]) {
    expect(await post(app, contentPayload(), { path })).toBe(404);
  }
  for (const body of ["{", "  {"]) expect(await post(app, body)).toBe(400);
  await showDeliveries(app, ["me/corpus"]);
  screen.press("g", "c");
  await screen.waitFor(/❯ 2 bad JSON: .* at \*/);
  screen.press("j");
  await screen.waitFor(/❯ 2 no route \*/);
  await screen.waitFor(/last #2, .*, first #1, /);
  await screen.waitFor("no route /webhooks/two");
  screen.press("enter");
  await screen.waitFor('is:failed cause:"no route *"');
  await screen.waitFor("2 of 5");
  screen.press("esc");
  await screen.waitFor("me/corpus");

  screen.press("g", "c");
  await screen.waitFor("Causes of failures");
  await screen.waitFor("2 no route *");
  screen.press("j", "space");
  await screen.waitFor("2 marked: r replay");
  await screen.waitFor(/■.*\/webhooks\/two/);
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("marked"));

  screen.press("g", "c");
  await screen.waitFor("2 no route *");
  screen.press("r");
  await screen.waitFor("Replay 2 deliveries");
  screen.press("enter");
  await screen.waitFor("Replayed 2 deliveries: 2 failed.");
});

it("says that no failure matches, and lists the causes of matching failures only", async () => {
  const app = await mountAttached({ columns: 120, rows: 40 });
  const { screen } = app;
  expect(await post(app, "{")).toBe(400);
  await showDeliveries(app, ["me/corpus"]);
  screen.press("/");
  screen.type("me/corpus");
  screen.press("enter", "g", "c");
  await screen.waitFor("Causes of matching failures");
  await screen.waitFor("No failure matches the filter.");
  screen.press("enter");
  await screen.waitFor("There is no failure.");
});
