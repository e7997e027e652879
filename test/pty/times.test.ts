import { expect, it } from "vitest";
import { zoneName } from "../../src/text/clock-time.ts";
import { openApp } from "../support/app/open-app.ts";
import { contentPayload, post, showDeliveries } from "../support/app/steps.ts";

const newYork = "America/New_York";
const dateAndTime = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}/;

/** Returns the hour in a zone now, as two digits. */
function hourIn(timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit" }).format(Date.now()).slice(0, 2);
}

it("shows local times with their zone, and those of UTC by a sequence of keys", async () => {
  const app = await openApp({ env: { TZ: newYork }, columns: 120, rows: 40 });
  const { screen } = app;
  const local = zoneName(Date.now(), newYork);
  await screen.waitFor(new RegExp(`${local} · m z for UTC$`));
  const started = { local: hourIn(newYork), utc: hourIn("UTC") };
  await post(app, contentPayload("me/corpus"));
  await showDeliveries(app, ["me/corpus"]);
  screen.press("enter");
  await screen.waitFor(dateAndTime);
  const hour = () => /\d{4}-\d\d-\d\d (\d\d):/.exec(screen.text())?.[1] ?? "";
  expect([started.local, hourIn(newYork)]).toContain(hour());
  // No ISO time is left, in one row or in two.
  expect(screen.text()).not.toMatch(/\dT\d\d|\dZ/);
  screen.press("m", "z");
  await screen.waitFor(new RegExp(`UTC · m z for ${local}$`));
  expect([started.utc, hourIn("UTC")]).toContain(hour());
  screen.press("5");
  await screen.waitFor(new RegExp(` (${started.utc}|${hourIn("UTC")}):\\d\\d:\\d\\d ✓ ok`));
  screen.press("m", "z");
  await screen.waitFor(new RegExp(` (${started.local}|${hourIn(newYork)}):\\d\\d:\\d\\d ✓ ok`));
});
