import { expect, test } from "vitest";
import type { Dispatch, DispatchDetail } from "../../../src/model/dispatch.ts";
import { dispatchContent } from "../../../src/screens/webhooks/dialogs/dispatch.ts";
import { dispatchKind, dispatchPage } from "../../../src/screens/webhooks/state/dispatch-page.ts";
import {
  type ActivityList,
  activityList,
  currentDispatch,
  setActivity,
  withDeliveryRows,
  withNewest,
  withOlder,
} from "../../../src/screens/webhooks/state/shown-activity.ts";
import { webhooksLoaded } from "../../../src/screens/webhooks/state/webhooks.ts";
import { lineWidth } from "../../../src/text/line.ts";
import { initialViewer } from "../../../src/tui/viewer/state.ts";
import { drawViewer } from "../../../src/tui/viewer/view.ts";
import { aWebhook } from "../../support/a-webhook.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { registry } from "../../support/app/registry.ts";
import { after, initialState } from "../../support/app/state.ts";

function dispatch(id: number, change: Partial<Dispatch> = {}): Dispatch {
  return {
    id,
    createdAt: "2026-11-20T10:00:00.000Z",
    event: { scope: "repo", action: "create" },
    repo: { type: "model", name: "me/m" },
    messageId: `msg-${id}`,
    state: "sent",
    attemptCount: 1,
    lastAttemptAt: "2026-11-20T10:00:00.000Z",
    lastStatus: 200,
    lastError: null,
    nextAttemptAt: null,
    run: null,
    ...change,
  };
}

const page = (more: boolean, ...ids: number[]) => ({ dispatches: ids.map((id) => dispatch(id)), more });
const idsOf = ({ rows }: ActivityList) => (rows?.from === "hub" ? rows.dispatches.map(({ id }) => id) : []);
const select = (list: ActivityList, selected: number): ActivityList => ({
  ...list,
  view: { selected, top: selected },
});
const selectedOf = (list: ActivityList) => idsOf(list)[list.view.selected];

test("new dispatches appear at the top, and the selected one stays selected and in place", () => {
  const list = select(withNewest(activityList("w"), page(false, 3, 2, 1)), 1);
  const grown = withNewest(list, page(false, 5, 4, 3, 2, 1));
  expect(idsOf(grown)).toEqual([5, 4, 3, 2, 1]);
  expect(selectedOf(grown)).toBe(2);
  expect(grown.view.top - grown.view.selected).toBe(list.view.top - list.view.selected);
});

test("at the top, the newest dispatch is selected", () => {
  const list = withNewest(activityList("w"), page(false, 3, 2));
  expect(selectedOf(withNewest(list, page(false, 4, 3, 2)))).toBe(4);
});

test("older dispatches stay after the newest, unless there is a gap", () => {
  const list = withOlder(withNewest(activityList("w"), page(true, 9, 8)), page(false, 7, 6));
  expect(idsOf(list)).toEqual([9, 8, 7, 6]);
  const grown = withNewest(list, page(true, 10, 9));
  expect(idsOf(grown)).toEqual([10, 9, 8, 7, 6]);
  expect(grown.rows?.more).toBe(false);
  // After a gap, the older dispatches would appear to follow directly.
  const jumped = withNewest(list, page(true, 20, 19));
  expect(idsOf(jumped)).toEqual([20, 19]);
  expect(jumped.rows?.more).toBe(true);
});

test("dispatches that the hub deleted disappear", () => {
  const list = withNewest(activityList("w"), page(false, 3, 2, 1));
  expect(idsOf(withNewest(list, page(false, 3)))).toEqual([3]);
  expect(idsOf(withNewest(list, page(false)))).toEqual([]);
});

test("a successful refresh clears the last error", () => {
  const failed = { ...activityList("w"), error: "the hub is down" };
  expect(withNewest(failed, page(false)).error).toBe(null);
  expect(withDeliveryRows(failed, [], false).error).toBe(null);
});

test("the run of a listed dispatch can be opened before the activity of its webhook is read", () => {
  const webhook = aWebhook();
  const listed = after(
    initialState({ columns: 120, rows: 40 }, someMomentMs),
    webhooksLoaded([webhook], someMomentMs),
    setActivity(withNewest(activityList(webhook.id), page(false, 1))),
  );
  const why = (state = listed) => registry.command("webhooks.run").disabledReason?.(state, registry);
  expect(why()).toBe("there is no run of a Job");
  const run = { id: "r1", stage: "ERROR", message: "exit code 3", at: "2026-11-20T10:00:00.000Z" } as const;
  const started = { dispatches: [dispatch(2), dispatch(1, { run })], more: false };
  expect(why(after(listed, setActivity(withNewest(activityList(webhook.id), started))))).toBe(null);
});

test("an open dispatch has an attempt that the list lacks, and can be replayed", () => {
  const webhook = aWebhook();
  const sending = { dispatches: [dispatch(1, { state: "sending" })], more: false };
  const detail: DispatchDetail = { ...dispatch(1, { attemptCount: 2 }), payload: "{}", attempts: [] };
  const open = (attempts: DispatchDetail | null) =>
    after(
      initialState({ columns: 120, rows: 40 }, someMomentMs),
      webhooksLoaded([webhook], someMomentMs),
      setActivity(withNewest(activityList(webhook.id), sending)),
      dispatchKind.open({ ...dispatchPage(webhook.id, 1), detail: attempts }),
    );
  const why = (state: ReturnType<typeof open>) =>
    registry.command("dispatch.replay").disabledReason?.(state, registry);
  expect(why(open({ ...detail, state: "sending", attemptCount: 1 }))).toBe("this dispatch is being sent");
  expect(why(open(detail))).toBe(null);
  expect(currentDispatch(open(null))?.attemptCount).toBe(1);
});

test("the rows of a dispatch fit the width, and show responses without their control characters", () => {
  const answer = new TextEncoder().encode("\u001b]0;title\u0007\u001b[2Jboom \u202e\n{not json");
  const detail: DispatchDetail = {
    ...dispatch(1),
    payload: JSON.stringify({ event: { scope: "repo" }, long: "x".repeat(300) }),
    attempts: [
      {
        target: "https://example.org/\u001b[31m",
        startedAt: "2026-11-20T10:00:00.000Z",
        status: 500,
        error: null,
        durationMs: 12,
        replay: false,
        jobRun: null,
        nextAttemptAt: "2026-11-20T10:00:05.000Z",
        answerHeaders: [["retry-after", "5\u0007"]],
        answer,
      },
      {
        target: "https://example.org/",
        startedAt: "2026-11-20T10:00:05.000Z",
        status: null,
        error: "ECONNREFUSED",
        durationMs: 1,
        replay: true,
        jobRun: null,
        nextAttemptAt: null,
        answerHeaders: [],
        answer: new Uint8Array(),
      },
    ],
  };
  const content = dispatchContent(detail, null, "America/New_York");
  const { lines } = drawViewer(initialViewer, content, { columns: 60, rows: 100 }, true);
  const text = lines.map(({ spans }) => spans.map((one) => one.text).join("")).join("\n");
  expect(Math.max(...lines.map(lineWidth))).toBeLessThanOrEqual(60);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(text).toContain("␛]0;title␇␛[2Jboom ⟨202E⟩");
  // The newest attempt comes first.
  expect(text.indexOf("Attempt 2 ✗ —")).toBeGreaterThan(-1);
  expect(text.indexOf("Attempt 2")).toBeLessThan(text.indexOf("Attempt 1 ✗ 500"));
  expect(text).toContain("connection refused");
  expect(text).toContain("  at 2026-11-20 05:00:05.000");
  expect(text).toContain("retry-after: 5␇");
});
