import { it } from "vitest";
import { mountApp } from "../support/app/mount-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post } from "../support/app/steps.ts";
import { secondsApart, storedDeliveries } from "../support/app/stored-deliveries.ts";
import type { Screen } from "../support/screen/screen.ts";

/** Chooses a column in the chooser of the order. */
function sortBy(screen: Screen, column: string): void {
  screen.press("s");
  screen.type(column);
  screen.press("enter");
}

const stored = 450;

/** Returns the duration of a delivery: a permutation of whole milliseconds, so that the order differs from that of arrival. */
const durationOf = (seq: number) => 1 + ((seq * 101) % 457);

/** Returns the durations of the listed deliveries, which end the rows of the list. */
const durations = (screen: Screen) =>
  screen
    .text()
    .split("\n")
    .flatMap((row) => /dataset:me\/d\d+ +(\d+) ms /.exec(row)?.[1] ?? [])
    .map(Number);

/** Returns true if the list shows the slowest deliveries from an index on. */
function isPageAt(screen: Screen, index: number): boolean {
  const shown = durations(screen);
  return shown.length > 20 && shown.join() === slowest.slice(index, index + shown.length).join();
}

const slowest = Array.from({ length: stored }, (_, index) => durationOf(index + 1)).toSorted(
  (one, other) => other - one,
);

it("sorts the whole log by duration, pages to its end, and returns to the usual order around the row", async () => {
  const deliveries = secondsApart(stored).map((one, index) => ({
    ...one,
    durationMs: durationOf(index + 1),
  }));
  const env = { HOOKLENS_DATA_DIR: await storedDeliveries(deliveries) };
  const app = await mountAttached({ columns: 120, rows: 40, env });
  const { screen } = app;
  screen.press("2", "z");
  await screen.waitFor(/^ following · #450/);
  await screen.waitFor(/time▼/);
  const y = screen.row(/time▼/);
  screen.click(screen.line(y).indexOf("took"), y);
  await screen.waitFor(/took▲/);
  await screen.waitFor(/^ paused while sorted by took, ascending · f newest first/);
  // The initial of a sorted column reverses it.
  screen.press("T");
  await screen.waitFor(/took▼/);
  await screen.waitUntil((now) => isPageAt(now, 0));
  const page = durations(screen).length;

  // Through the pages of the whole log, to its end.
  for (let selected = 0; selected < stored - 1;) {
    selected = Math.min(selected + page, stored - 1);
    const top = selected - page + 1;
    screen.press("pagedown");
    await screen.waitUntil((now) => isPageAt(now, top));
  }
  screen.press("g", "g");
  await screen.waitUntil((now) => durations(now)[0] === slowest[0]);
  screen.press("G");
  await screen.waitUntil((now) => durations(now).at(-1) === slowest.at(-1));
  screen.press("g", "g", "j", "j");
  await screen.waitUntil((now) => now.row(new RegExp(`❯.* ${slowest[2]} ms`)) !== -1);

  // New deliveries are counted, and the rows stay.
  await post(app, contentPayload("me/new"));
  await screen.waitFor("· 1 new · f follows");
  await screen.waitUntil((now) => now.row(new RegExp(`❯.* ${slowest[2]} ms`)) !== -1);

  // The column of the usual order returns to it, around the row; others sort ascending.
  screen.press("s");
  await screen.waitFor(/❯ took +▼ reverse/);
  screen.type("siz");
  await screen.waitFor(/❯ size/);
  await screen.waitFor("siz▏");
  screen.press("enter");
  await screen.waitFor(/size▲/);
  screen.press("g", "g", "j", "j");
  await screen.waitFor(/❯.*dataset:me\/d3 /);
  const third = "me/d3";
  sortBy(screen, "time");
  await screen.waitFor(/time▼/);
  await screen.waitFor("paused · 1 new");
  await screen.waitUntil((now) => now.row(new RegExp(`❯.*${third} `)) > 8);
  const seq = Number(/me\/d(\d+)/.exec(third)?.[1]);
  await screen.waitFor(`me/d${seq - 1} `);
  await screen.waitFor(`me/d${seq + 1} `);
  screen.press("s");
  await screen.waitFor(/❯ time +▼ reverse/);
  screen.press("enter");
  await screen.waitFor(/time▲/);
  await screen.waitUntil((now) => durations(now)[0] === durationOf(1));

  screen.press("q");
  await screen.exit;
  // The next start follows the newest deliveries; following returns to their order.
  const second = await mountApp({ columns: 120, rows: 40, env });
  second.screen.press("2", "z");
  await second.screen.waitFor(/^ following · #451/);
  await second.screen.waitFor(/time▼/);
  // Columns with the same initial follow each other, in both directions.
  for (const order of ["time▲", "took▲", "took▼", "time▼"]) {
    second.screen.press("T");
    await second.screen.waitFor(order);
  }
  second.screen.press("S");
  await second.screen.waitFor(/^ paused while sorted by status, ascending · f newest first/);
  second.screen.press("f");
  await second.screen.waitFor(/^ following · #451/);
  await second.screen.waitFor(/time▼/);

  // Beside the detail, a column without room is shown once the list is sorted by it.
  second.screen.press("z");
  await second.screen.waitUntil((now) => now.row(/time▼.*about/) !== -1 && now.row(/ size/) === -1);
  sortBy(second.screen, "size");
  await second.screen.waitFor(/ size▲ *[│┃]/);
}, 60_000);
