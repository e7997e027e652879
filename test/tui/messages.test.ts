import { describe, expect, it } from "vitest";
import { historyOpened, setHistory } from "../../src/screens/messages/state.ts";
import { dismissSticky, messageShown } from "../../src/tui/state/messages.ts";
import { showScreen } from "../../src/tui/state/nav.ts";
import { textField } from "../../src/tui/text-field.ts";
import { initialViewer } from "../../src/tui/viewer/state.ts";
import { someMomentMs } from "../support/app/deliveries.ts";
import { drawnRows, paneRows } from "../support/app/drawn.tsx";
import { after, initialState, type KnownState } from "../support/app/state.ts";

const long = `The hub refused the webhook: ${"a long reason ".repeat(30)}(retry later)`;

/** The screen with a message of each tone, the newest selected. */
function messagesAt(columns: number, rows: number): KnownState {
  return after(
    initialState({ columns, rows }, someMomentMs),
    messageShown("ok", "Webhook 1 enabled", someMomentMs),
    messageShown("warn", "Port 7860 is taken", someMomentMs + 1_000),
    messageShown("error", long, someMomentMs + 2_000),
    dismissSticky(),
    showScreen("messages"),
    historyOpened(3, null),
  );
}

const list = (state: KnownState) => paneRows(state, "list");
const detail = (state: KnownState) => paneRows(state, "detail");

describe("the Messages screen", () => {
  it("lists time, level and text of messages, and cuts long text", () => {
    expect(list(messagesAt(60, 12))).toEqual([
      "  time     level     message",
      "❯ 09:14:05 ✗ error   The hub refused the webhook: a long re…",
      "  09:14:04 ▲ warning Port 7860 is taken",
      "  09:14:03 ✓ ok      Webhook 1 enabled",
    ]);
  });

  it("shows the whole message instead of the list, and scrolls it", () => {
    const opened = after(messagesAt(60, 12), setHistory({ focus: "detail" }));
    expect(detail(opened).slice(0, 2)).toEqual([
      " ✗ error  2026-11-20 09:14:05.218",
      " The hub refused the webhook: a long reason a long reason a",
    ]);
    const viewer = { ...initialViewer, of: "3", top: { line: 99, row: 0 } };
    expect(detail(after(opened, setHistory({ viewer }))).at(-1)).toMatch(/\(retry later\)$/);
  });

  it("shows the whole message next to the list in a wide terminal", () => {
    const state = messagesAt(140, 30);
    expect(list(state)[1]).toMatch(/^❯ 09:14:05 ✗ error {3}The hub .*…$/);
    expect(detail(state).join("\n")).toContain("(retry later)");
  });

  it("shows the filter with the number of matches", () => {
    const state = after(messagesAt(60, 12), setHistory({ filter: textField("port"), editingFilter: true }));
    expect(list(state).slice(0, 3)).toEqual([
      expect.stringMatching(/^ filter {2}port +1 of 3$/),
      "  time     level     message",
      "❯ 09:14:04 ▲ warning Port 7860 is taken",
    ]);
  });

  it("distinguishes an empty history from a filter without matches", () => {
    const empty = after(initialState({ columns: 80, rows: 12 }, someMomentMs), showScreen("messages"));
    expect(list(empty).slice(1, 3)).toEqual([
      "  No messages yet.",
      "  Results, warnings and errors are listed here until the app ends.",
    ]);
    const unmatched = after(messagesAt(80, 12), setHistory({ filter: textField("none such") }));
    expect(list(unmatched).slice(2)).toEqual(["  No messages match the filter. Press Esc to clear it."]);
  });

  it("has the number of unseen errors on its tab", () => {
    const state = after(messagesAt(120, 12), showScreen("webhooks"));
    expect(drawnRows(state)[0]).toMatch(/ 5 Messages {2}/);
    const unseen = after(state, messageShown("error", "one more", someMomentMs));
    expect(drawnRows(unseen)[0]).toMatch(/ 5 Messages 1✗ {2}/);
  });
});
