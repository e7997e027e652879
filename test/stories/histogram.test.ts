import { expect, it } from "vitest";
import { startApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import { contentPayload, post } from "../support/app/steps.ts";
import { storedDeliveries } from "../support/app/stored-deliveries.ts";
import type { Screen } from "../support/screen/screen.ts";

const minuteMs = 60_000;

/** Goes to a peak from the palette. */
function goToPeak(screen: Screen, direction: "previous" | "next"): void {
  screen.press(":");
  screen.type(`${direction} peak`);
  screen.press("enter");
}

/** Presses the left button in a column of a row, and releases it in another column. */
function drag(screen: Screen, y: number, from: number, to: number): void {
  screen.send(`\u001b[<0;${from + 1};${y + 1}M\u001b[<0;${to + 1};${y + 1}m`);
}

/** Waits for the histogram of the last hour, and returns where the bars of its bursts are. */
async function burstBars(
  screen: Screen,
): Promise<{ readonly y: number; readonly older: number; readonly newer: number }> {
  await screen.waitFor("none · press / to filter");
  await screen.waitFor(/^[│┃] 1 h +[▁-█ ]+█.*✓ 68 {2}✗ 30/);
  const y = screen.row(/ 1 h +/);
  const bars = screen.line(y);
  return { y, older: bars.indexOf("█"), newer: bars.search(/(?<=█.*)[▅-▇]/) };
}

/** Stores two bursts, 40 and 20 minutes ago, the older of which fails, and a delivery in each other minute. */
function storedBursts(): Promise<string> {
  const startMs = (Math.floor(Date.now() / minuteMs) - 50) * minuteMs;
  const deliveries = Array.from({ length: 50 }, (_, minute) => {
    const count = minute === 10 ? 30 : minute === 30 ? 20 : 1;
    return Array.from({ length: count }, (__, index) => ({
      receivedAtMs: startMs + minute * minuteMs + index * 1_000,
      repo: { type: "dataset", name: `me/m${minute}-${index}` },
      outcome: minute === 10 ? ("failed" as const) : ("handled" as const),
      status: minute === 10 ? 500 : 200,
      durationMs: 5,
    }));
  });
  return storedDeliveries(deliveries.flat());
}

it("shows the last hour, and jumps from peak to peak", async () => {
  const env = { HOOKLENS_DATA_DIR: await storedBursts() };
  const app = await mountAttached({ columns: 120, rows: 40, env });
  const { screen } = app;
  screen.press("2");
  await screen.waitFor(/^[│┃] 1 h +[▁-█ ]+█.*✓ 68 {2}✗ 30/);
  await screen.waitFor(/^[│┃] failed +[▁-█]+ .*p50 5 ms {2}p95 5 ms/);
  // Failing buckets differ in color, and by the bar below them.
  const y = screen.row(/ 1 h +/);
  const failing = screen.line(y + 1).search(/[▁-█]/);
  expect(screen.cell(failing, y).fg).toBe("red");
  expect(screen.cell(screen.line(y).lastIndexOf("▁"), y).fg).toBe("cyan");

  goToPeak(screen, "previous");
  await screen.waitFor(/Peak of 2[01] deliveries from \d\d:\d\d:00 to \d\d:\d\d:00/);
  await screen.waitFor(/^[│┃]❯.*me\/m3[01]-/);
  goToPeak(screen, "previous");
  await screen.waitFor(/Peak of 3[01] deliveries/);
  await screen.waitFor(/^[│┃]❯.*me\/m1[01]-/);
  // The message about a peak ends with the selection of the peak.
  const selected = screen.row(/^[│┃]❯/);
  screen.press("k");
  await screen.waitUntil((now) => now.row(/^[│┃]❯/) === selected - 1 && !now.text().includes("Peak of"));
  screen.press("j");
  goToPeak(screen, "previous");
  await screen.waitFor("▲ No previous peak in the histogram.");
  goToPeak(screen, "next");
  await screen.waitFor(/^[│┃]❯.*me\/m3[01]-/);
  await screen.waitFor(/^ paused · #|Peak of 2/);

  // New deliveries are counted, and the filter applies.
  await post(app, contentPayload("me/new"));
  await screen.waitFor(/✓ 69 {2}✗ 30/);
  screen.press("/");
  screen.type("is:failed");
  screen.press("enter");
  await screen.waitFor(/^[│┃] 1 h .* {2}✗ 30 *[│┃]/);
  screen.press("/", "ctrl+u");
  screen.type("since:25m");
  screen.press("enter");
  await screen.waitFor(/^[│┃] 25 min .*✓ [45]\d/);

  // A low window needs its rows for deliveries.
  screen.resize(120, 20);
  await screen.waitUntil(
    (now) => now.row(/^[┗╰]/) === 17 && now.row(/ filter +since/) === 2 && now.row(/25 min .*✓/) === -1,
  );
  goToPeak(screen, "previous");
  await screen.waitFor("The histogram needs deliveries and a larger list.");
}, 40_000);

it("filters by the time of a clicked bar, and by the time from the pressed to the released bar", async () => {
  const env = { HOOKLENS_DATA_DIR: await storedBursts() };
  const { screen } = await mountAttached({ columns: 120, rows: 40, env });
  screen.press("2");
  const clicked = await burstBars(screen);
  screen.click(clicked.older, clicked.y);
  await screen.waitFor(/ filter +\S+Z until:\S+Z +3[01] of 98 /);
  await screen.waitFor(/^[│┃]❯.*me\/m1[01]-/);
  screen.press("esc");

  // The bars between them belong to the range, in both directions.
  for (const isBackward of [false, true]) {
    const { y, older, newer } = await burstBars(screen);
    drag(screen, y, isBackward ? newer : older, isBackward ? older : newer);
    await screen.waitFor(/ filter +\S+Z until:\S+Z +(69|7[01]) of 98 /);
    screen.press("esc");
  }

  // A button that is released beside the bars filters nothing.
  const { y, older } = await burstBars(screen);
  await screen.waitFor(/^ following · #98 /);
  drag(screen, y, older, 118);
  screen.press("j");
  await screen.waitFor(/^ paused · #97 /);
  expect(screen.text()).toContain("none · press / to filter");
});

it("is a sentence for a screen reader", async () => {
  const env = { HOOKLENS_DATA_DIR: await storedBursts() };
  const screen = await startApp({ args: ["--screen-reader"], columns: 220, shownRows: 150, env });
  await screen.waitFor("No webhooks yet");
  screen.press("2");
  await screen.waitFor(/selected \d+ of \d+: /);
  // It is read with the whole screen only, which Ctrl+L repeats.
  const sentence = "Last 1 h: 68 ok, 30 failed; p50 5 ms, p95 5 ms; most, 30, from ";
  const timesRead = () => screen.raw.split("keys: ").length;
  while (!screen.raw.includes(sentence)) {
    const before = timesRead();
    screen.press("ctrl+l");
    await screen.waitUntil(() => timesRead() > before);
  }
  goToPeak(screen, "previous");
  await screen.waitFor(/ok: Peak of 20 deliveries from/);
}, 40_000);
