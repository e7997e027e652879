import { describe, expect, it } from "vitest";
import { goToOpen } from "../../../../../src/screens/policies/actions/matrix.ts";
import { lastChange, requireLastChange } from "../../../../../src/screens/policies/actions/undo.ts";
import { showDone } from "../../../../../src/screens/policies/operations/show-done.ts";
import {
  pageLoaded,
  policiesScanned,
  policiesSlice,
  setPolicies,
} from "../../../../../src/screens/policies/state/policies.ts";
import { entrySaved } from "../../../../../src/screens/policies/state/review.ts";
import { changeTried } from "../../../../../src/screens/policies/state/what-if.ts";
import { layoutSlice } from "../../../../../src/tui/state/layout.ts";
import { expireToasts, messagesSlice, showMessage } from "../../../../../src/tui/state/messages.ts";
import { createStore } from "../../../../../src/tui/state/store.ts";
import { someMomentMs } from "../../../../support/app/deliveries.ts";
import { pageOf, policiesState } from "../../../../support/app/policy-state.ts";
import { after } from "../../../../support/app/state.ts";
import { shippedPolicy } from "../../../../support/policy/policy-folder.ts";
import { reviewEntry } from "../../../../support/policy/review-entries.ts";

const text = shippedPolicy("healthcare");
const page = pageOf(text);
const opened = after(
  policiesState({ "p.yaml": text, "q.yaml": text }),
  setPolicies({ focus: "matrix", cell: { row: 0, column: 5 } }),
);
const saved = (row: number, atMs: number, path = page.path) =>
  entrySaved({
    path,
    entry: reviewEntry("approved", { clauseId: page.clauses[row]?.id ?? "" }),
    atMs,
  });
const fix = (atMs: number, path = page.path) =>
  ({ path, title: "change it", before: text, sha256: "0", atMs }) as const;

describe("undo", () => {
  it("takes back the later one of the selected clause's entry and the document's change", () => {
    const entry = after(opened, saved(0, someMomentMs));
    expect(lastChange(entry)?.kind).toBe("review");
    const fixed = (atMs: number) => lastChange(after(entry, setPolicies({ fixes: [fix(atMs)] })))?.kind;
    expect([fixed(someMomentMs - 1), fixed(someMomentMs + 1)]).toEqual(["review", "fix"]);
    expect(lastChange(after(entry, setPolicies({ fixes: [fix(someMomentMs + 1, "/p/q.yaml")] })))?.kind).toBe(
      "review",
    );
    const tried = changeTried(page, { kind: "minimum", minimum: 9 });
    expect(lastChange(after(entry, tried))?.kind).toBe("what-if");
  });

  it("reaches no other clause and none from the list, and names where the last entry is", () => {
    expect(requireLastChange(opened)).toBe("there is no change to undo");
    const other = after(opened, saved(0, someMomentMs), saved(1, someMomentMs + 1));
    expect(lastChange(other)).toMatchObject({ saved: { entry: { clauseId: page.clauses[0]?.id } } });
    const third = after(other, setPolicies({ cell: { row: 2, column: 5 } }));
    expect(lastChange(third)).toBeNull();
    expect(requireLastChange(third)).toBe(
      "nothing to undo here: your last review entry is on HIPAA-164.308a1D",
    );
    // The head of an axis is on no clause.
    expect(lastChange(after(other, setPolicies({ cell: { row: -1, column: 5 } })))).toBeNull();
    const list = after(other, setPolicies({ focus: "list" }));
    expect(lastChange(list)).toBeNull();
    expect(requireLastChange(list)).toBe(
      "nothing to undo here: your last review entry is on HIPAA-164.308a1D of p.yaml",
    );
    const elsewhere = after(opened, saved(0, someMomentMs, "/p/q.yaml"));
    expect(requireLastChange(elsewhere)).toBe(
      "nothing to undo here: your last review entry is on HIPAA-164.308a1A of q.yaml",
    );
    const fixed = after(list, setPolicies({ fixes: [fix(someMomentMs)] }));
    expect(lastChange(fixed)?.kind).toBe("fix");
  });

  it("ends the message about the change that it takes back", () => {
    const store = createStore([messagesSlice, policiesSlice]);
    const toasts = () => messagesSlice.get(store.get()).toasts.map((toast) => toast.text);
    showDone(store, "Kept: weight 0.95 · press u to undo", { durationMs: 4_000 });
    showDone(store, "Undone: weight 0.95");
    expect(toasts()).toEqual(["Undone: weight 0.95"]);
    // Its own time is over before that of the earlier message.
    store.dispatch(expireToasts(store.nowMs() + 3_000));
    expect(toasts()).toEqual([]);
  });

  it("is offered no longer by a message when n shows an open item", () => {
    const store = createStore([messagesSlice, policiesSlice, layoutSlice]);
    for (const action of [
      policiesScanned(
        { files: [{ path: page.path, name: "p.yaml", stamp: "1" }], isCut: false, problem: null },
        0,
      ),
      setPolicies({ selectedPath: page.path, focus: "matrix" }),
      pageLoaded(page),
    ]) {
      store.dispatch(action);
    }
    const toasts = () => messagesSlice.get(store.get()).toasts.map((toast) => toast.text);
    for (const step of [1, -1] as const) {
      showMessage(store, "warn", "The hub is gone");
      showDone(store, "Fixed: changed to Security · press u to undo", { durationMs: 4_000 });
      goToOpen(store, step);
      expect(policiesSlice.get(store.get()).openItem).not.toBeNull();
      expect(toasts()).toEqual(["The hub is gone"]);
    }
  });
});
