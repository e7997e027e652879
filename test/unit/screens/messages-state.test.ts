import { describe, expect, it } from "vitest";
import {
  messageList,
  messageViewer,
  selectedMessage,
  shownMessages,
  unseenErrors,
} from "../../../src/screens/messages/select.ts";
import { historySlice, setHistory } from "../../../src/screens/messages/state.ts";
import { messageShown, type Tone } from "../../../src/tui/state/messages.ts";
import { showScreen } from "../../../src/tui/state/nav.ts";
import type { AppState } from "../../../src/tui/state/slice.ts";
import { textField } from "../../../src/tui/text-field.ts";
import { initialViewer } from "../../../src/tui/viewer/state.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { registry } from "../../support/app/registry.ts";
import { after, initialState } from "../../support/app/state.ts";
import { testApp } from "../../support/app/test-app.ts";

const first = initialState({ columns: 80, rows: 24 }, someMomentMs);
const some = [
  ["ok", "Webhook 1 enabled"],
  ["error", "The hub refused the webhook"],
  ["warn", "Port 7860 is taken"],
] as const satisfies readonly (readonly [Tone, string])[];
const shownIn = (state: AppState) => shownMessages(state).map(({ text }) => text);
const state = after(
  first,
  ...some.map(([tone, text], index) => messageShown(tone, text, someMomentMs + index)),
);

describe("the list of messages", () => {
  it("is newest first, and contains the text of the filter in any case", () => {
    expect(shownIn(state)).toEqual(some.map(([, text]) => text).toReversed());
    expect(shownIn(after(state, setHistory({ filter: textField(" WEBHOOK ") })))).toEqual([
      "The hub refused the webhook",
      "Webhook 1 enabled",
    ]);
    expect(shownIn(after(state, setHistory({ filter: textField("none such") })))).toEqual([]);
  });

  it("selects the newest message that the filter shows if it hides the selected one", () => {
    const selected = after(state, setHistory({ selectedId: 1 }));
    expect(selectedMessage(selected)?.text).toBe("Webhook 1 enabled");
    expect(selectedMessage(after(selected, setHistory({ filter: textField("hub") })))?.id).toBe(2);
    expect(selectedMessage(after(selected, setHistory({ filter: textField("none such") })))).toBeNull();
    expect(selectedMessage(first)).toBeNull();
  });

  it("shows another message from its first line", () => {
    const moved = after(
      after(state, setHistory({ selectedId: 3, viewer: { ...initialViewer, of: "3", left: 10 } })),
      messageList(state).select(2),
    );
    expect(moved.history.selectedId).toBe(1);
    expect(messageViewer(moved)?.state).toMatchObject({ of: "1", left: 0 });
  });
});

describe("the Messages screen", () => {
  const show = async () => {
    const app = await testApp();
    for (const [tone, text] of some) app.store.dispatch(messageShown(tone, text, someMomentMs));
    return app;
  };

  it("counts errors as unseen until it is visible", async () => {
    const app = await show();
    expect(unseenErrors(app.state())).toHaveLength(1);
    app.press("5");
    expect(unseenErrors(app.state())).toHaveLength(0);
    app.store.dispatch(messageShown("error", "seen at once", someMomentMs));
    expect(unseenErrors(app.state())).toHaveLength(0);
    app.press("1");
    app.store.dispatch(messageShown("error", "one", someMomentMs));
    app.store.dispatch(messageShown("warn", "a warning", someMomentMs));
    app.store.dispatch(messageShown("error", "another", someMomentMs));
    expect(unseenErrors(app.state())).toHaveLength(2);
  });

  it("opens at the newest error that was not seen, also if a filter hides it", async () => {
    const app = await show();
    app.press("5");
    expect(selectedMessage(app.state())?.text).toBe("The hub refused the webhook");
    app.store.dispatch(setHistory({ filter: textField("port") }));
    // A filter stays if it hides no such error.
    app.press("1", "5");
    expect(shownIn(app.state())).toEqual(["Port 7860 is taken"]);
    app.press("1");
    app.store.dispatch(messageShown("error", "one", someMomentMs));
    app.store.dispatch(messageShown("ok", "later", someMomentMs));
    app.press("5");
    expect(selectedMessage(app.state())?.text).toBe("one");
    expect(shownIn(app.state())).toHaveLength(some.length + 2);
  });

  it("opens at the newest message without one, and keeps the selection while others arrive", async () => {
    const app = await testApp();
    app.store.dispatch(messageShown("warn", "Port 7860 is taken", someMomentMs));
    app.press("5");
    const opened = selectedMessage(app.state());
    expect(opened?.text).toBe("Port 7860 is taken");
    app.store.dispatch(messageShown("ok", "later", someMomentMs));
    expect(selectedMessage(app.state())).toEqual(opened);
    // No message arrived meanwhile.
    app.press("1", "5");
    expect(selectedMessage(app.state())).toEqual(opened);
    app.press("1");
    app.store.dispatch(messageShown("ok", "latest", someMomentMs));
    app.press("5");
    expect(selectedMessage(app.state())?.text).toBe("latest");
  });

  it("selects the first message that arrives while it is empty", async () => {
    const app = await testApp();
    app.press("5");
    app.store.dispatch(messageShown("ok", "first", someMomentMs));
    app.store.dispatch(messageShown("ok", "second", someMomentMs));
    expect(selectedMessage(app.state())?.text).toBe("first");
  });

  it("filters as typed, copies the whole text, and clears the filter", async () => {
    const app = await show();
    app.press("5", "/", "h", "u", "b");
    expect(shownIn(app.state())).toEqual(["The hub refused the webhook"]);
    app.press("enter", "y");
    expect(app.asked).toEqual(["copy The hub refused the webhook"]);
    app.press("esc");
    expect(shownIn(app.state())).toHaveLength(some.length);
    expect(selectedMessage(app.state())?.text).toBe("The hub refused the webhook");
    app.press("/", "x", "esc");
    expect(historySlice.get(app.state())).toMatchObject({ editingFilter: false, filter: { value: "" } });
    app.press("enter");
    expect(app.state().history.focus).toBe("detail");
    app.press("q");
    expect(app.state().history.focus).toBe("list");
    expect(app.asked).toHaveLength(1);
  });

  it("has nothing to open, filter or copy while it is empty", () => {
    const reasons = ["messages.open", "messages.filter", "list.copy"].map((id) =>
      registry.command(id).disabledReason?.(after(first, showScreen("messages")), registry),
    );
    expect(reasons).toEqual(["no message is selected", "there are no messages", "nothing is selected"]);
  });
});
