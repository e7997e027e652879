import { render } from "ink-testing-library";
import { expect, it } from "vitest";
import { setHub, setReceiver } from "../../src/screens/connection-state.ts";
import {
  newestRowsLoaded,
  selectIndex,
  setDeliveries,
} from "../../src/screens/deliveries/state/deliveries.ts";
import { forwardForm } from "../../src/screens/receiver/dialogs/forward-form.ts";
import type { Line } from "../../src/text/line.ts";
import { line, span } from "../../src/text/line.ts";
import { v } from "../../src/text/visible.ts";
import { AppView } from "../../src/tui/App.tsx";
import { Rows, ThemeContext } from "../../src/tui/components/text.tsx";
import { openDialog, showScreen } from "../../src/tui/state/nav.ts";
import { createStore } from "../../src/tui/state/store.ts";
import { setWindow } from "../../src/tui/state/window.ts";
import { chooseTheme } from "../../src/tui/theme.ts";
import { pageOf, someMomentMs } from "../support/app/deliveries.ts";
import { registry } from "../support/app/registry.ts";
import { testApp } from "../support/app/test-app.ts";

/** Removes colors from a frame. */
const plain = (frame: string | undefined) => (frame ?? "").replaceAll(/\u001b\[[\d;]*m/g, "");
const trimmed = (frame: string | undefined) =>
  plain(frame)
    .split("\n")
    .map((row) => row.trimEnd());

it("draws the state, and redraws it on changes", async () => {
  const store = createStore(registry.slices);
  store.dispatch(showScreen("webhooks"));
  store.dispatch(setWindow({ size: { columns: 80, rows: 12 }, nowMs: someMomentMs + 3_000 }));
  store.dispatch(setHub({ link: { state: "up" }, account: "me" }));
  store.dispatch(setReceiver({ link: { state: "up" }, url: "http://127.0.0.1:7860" }));
  const { lastFrame, unmount } = render(<AppView app={{ store, registry }} />);
  expect(plain(lastFrame())).toContain("[1 Webhooks]");
  store.batch(() => {
    store.dispatch(showScreen("deliveries"));
    store.dispatch(newestRowsLoaded(pageOf(9, 1)));
    store.dispatch(setDeliveries({ total: 9 }));
  });
  store.dispatch(selectIndex(1, 5));
  await expect
    .poll(() => trimmed(lastFrame()))
    .toEqual([
      " 1 Webhooks [2 Deliveries 9] 3 Policies  4 Jobs  5 Messages          ●me  ●:7860",
      `─ Deliveries ${"─".repeat(56)} 1-7 of 9 ─`,
      "  seq time▼    status route  event               about                      took",
      "    9 09:14:03 ✓ 200  inbox  repo.content update dataset:me/repo-9          1 ms",
      "❯   8 09:14:03 ✓ 200  inbox  repo.content update dataset:me/repo-8          1 ms",
      "    7 09:14:03 ✓ 200  inbox  repo.content update dataset:me/repo-7          1 ms",
      "    6 09:14:03 ✓ 200  inbox  repo.content update dataset:me/repo-6          1 ms",
      "    5 09:14:03 ✓ 200  inbox  repo.content update dataset:me/repo-5          1 ms",
      "    4 09:14:03 ✓ 200  inbox  repo.content update dataset:me/repo-4          1 ms",
      "    3 09:14:03 ✓ 200  inbox  repo.content update dataset:me/repo-3          1 ms",
      " paused · f follows · #8",
      " Enter open  / filter  Space mark  r replay  x export  = compare  ? help",
    ]);
  unmount();
});

it("draws a dialog over the screen", async () => {
  const app = await testApp();
  const { lastFrame, unmount } = render(<AppView app={app} />);
  app.store.dispatch(openDialog(forwardForm(null)));
  expect(trimmed(lastFrame())[0]).toContain("[1 Webhooks]");
  await expect
    .poll(() => trimmed(lastFrame()).slice(8, 14))
    .toEqual([
      `│${" ".repeat(78)}│`,
      "│┌ Forward deliveries ────────────────────────────────────────────────────────┐│",
      "││ ❯ Target    http://localhost:3000/hook, or 3000                            ││",
      "││                                                                            ││",
      "││ Forwards deliveries of routes without a handler until the receiver stops.  ││",
      "│└ Enter forward  Esc cancel ─────────────────────────────────────────────────┘│",
    ]);
  unmount();
});

it("redraws a row only if its text or style changes", () => {
  const row = (text: "one" | "two", selected: boolean) =>
    line({ ...span(v`${text}`, "ok"), selected }, span(v` plain`));
  let drawn = 0;
  // A row reads its colors only when it is drawn.
  const theme = Object.defineProperty({ ...chooseTheme({ base: "auto", colors: {} }, true, "dark") }, "ok", {
    get: () => ((drawn += 1), {}),
  });
  const rowOf = (of: Line) => (
    <ThemeContext value={theme}>
      <Rows lines={[of]} columns={20} />
    </ThemeContext>
  );
  const { lastFrame, rerender, unmount } = render(rowOf(row("one", false)));
  expect([plain(lastFrame()), drawn]).toEqual(["one plain", 1]);
  rerender(rowOf(row("one", false)));
  expect(drawn).toBe(1);
  rerender(rowOf(row("two", false)));
  expect([plain(lastFrame()), drawn]).toEqual(["two plain", 2]);
  rerender(rowOf(row("two", true)));
  expect(drawn).toBe(3);
  unmount();
});

it("truncates a row at its last column, without a second line", () => {
  const { lastFrame, unmount } = render(
    <ThemeContext value={chooseTheme({ base: "auto", colors: {} }, true, "dark")}>
      <Rows lines={[line(span(v`日本語日本語`)), line(span(v`next`))]} columns={6} />
    </ThemeContext>,
  );
  expect(trimmed(lastFrame())).toEqual(["日本 …", "next"]);
  unmount();
});
