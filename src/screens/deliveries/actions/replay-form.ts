import { leftOutText, planNotes, planReplay, type ReplayPlan } from "../../../engine/replay-seqs.ts";
import { countUnsent } from "../../../hub/unsent-messages.ts";
import { parseWebhookUrl } from "../../../model/url.ts";
import type { Selection } from "../../../store/selection.ts";
import { duration, wholeSeconds } from "../../../text/duration.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { noteRows } from "../../../tui/dialogs/form-lines.ts";
import { untouched } from "../../../tui/dialogs/form.ts";
import { act } from "../../../tui/records/acts.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import { type App, receiverNow } from "../../app.ts";
import { localHub } from "../../local-hub.ts";
import type { DeliveriesForm } from "../running.ts";
import { setDeliveries } from "../state/deliveries.ts";
import type { BulkReplay } from "../state/work.ts";
import { replayText } from "./replay-text.ts";
import { type TargetForm, targetInputs, targetUrl } from "./target-inputs.ts";

/** Form of a replay of one or many deliveries. */
export interface ReplayForm extends TargetForm {
  readonly kind: "replay";
  readonly selection: Selection;
  /** Number of selected deliveries, or null before counting. */
  readonly total: number | null;
  /** Numbers of deliveries sent, repeated, settled and left out; null until counted. */
  readonly plan: ReplayPlan | null;
  readonly focus: "target" | "url" | "rate";
  /** Deliveries per second. */
  readonly rate: TextField;
}

const replayKind = dialogKind<ReplayForm>("replay");

/** Deliveries per second of a new form: a target under development is not flooded. */
const defaultRate = "10";
const maxRate = 10_000;

/** @param lastUrl URL of the last replay to a URL, prefilled */
export function replayForm(selection: Selection, total: number | null, lastUrl: string): ReplayForm {
  return {
    ...untouched,
    kind: "replay",
    selection,
    total,
    plan: null,
    focus: "target",
    target: "route",
    url: textField(lastUrl),
    rate: textField(defaultRate),
  };
}

/** Returns the number of the only delivery; null if there are several. */
function onlySeq({ selection }: Pick<ReplayForm, "selection">): number | null {
  return "seqs" in selection && selection.seqs.length === 1 ? (selection.seqs[0] ?? null) : null;
}

function readRate({ rate }: ReplayForm): number | null {
  const perSecond = Number(rate.value.trim());
  return /^\d+(?:\.\d+)?$/.test(rate.value.trim()) && perSecond > 0 && perSecond <= maxRate
    ? perSecond
    : null;
}

const form: DeliveriesForm<ReplayForm> = {
  kind: replayKind,
  id: "replay",
  inputs: [
    ...targetInputs<ReplayForm>((open) => (onlySeq(open) === null ? "their routes" : "its route")),
    {
      type: "text",
      name: "rate",
      label: v`Rate`,
      placeholder: v`deliveries per second`,
      isShown: (open) => onlySeq(open) === null,
      isReachable: (open) => onlySeq(open) === null,
      get: ({ rate }) => rate,
      put: (open, rate) => ({ ...open, rate }),
      check: (open) =>
        readRate(open) === null ? `Write deliveries per second, from 0.1 to ${count(maxRate)}.` : null,
      linesBelow: (open, _state, width) => noteRows([line(span(timeText(open), "muted"))], width),
    },
  ],
  async submit(open, app) {
    const { selection } = open;
    const to = targetUrl(open) ?? null;
    const seq = onlySeq(open);
    if (seq !== null) return replay(app, seq, to ?? undefined);
    const plan = open.plan ?? (await planOf(app, selection));
    // The dialog was closed during the count.
    if (!isOpen(app, selection)) return () => {};
    const { total, leftOut } = plan;
    if (total === 0) {
      const text = `None of these deliveries can be replayed: ${leftOutText(leftOut)}.`;
      return () => showMessage(app.store, "warn", text);
    }
    const work: BulkReplay = {
      kind: "replay",
      selection,
      total,
      leftOut,
      to,
      perSecond: readRate(open) ?? Number(defaultRate),
    };
    if (to !== null) {
      parseWebhookUrl(to);
      app.store.dispatch(setDeliveries({ lastReplayUrl: to }));
    }
    return () => app.running.startWork(work);
  },
};

/** Formats `deliveries per second, about 12 s`. */
function timeText(open: ReplayForm) {
  const perSecond = readRate(open);
  const total = open.plan?.total ?? open.total;
  const about =
    perSecond === null || total === null
      ? v``
      : v`, about ${duration(wholeSeconds((total * 1_000) / perSecond))}`;
  return v`deliveries per second${about}`;
}

export const replayDialog = createFormDialog(form, {
  helpTitle: "Replay dialog",
  title(open) {
    const seq = onlySeq(open);
    if (seq !== null) return v`Replay delivery #${seq}`;
    if (open.plan !== null) return v`Replay ${plural(open.plan.total, "delivery", "deliveries")}`;
    return open.total === null
      ? v`Replay all matching deliveries`
      : v`Replay up to ${plural(open.total, "delivery", "deliveries")}`;
  },
  about(state) {
    const open = replayKind.find(state);
    if (open === null) return [];
    if (onlySeq(open) !== null) return open.plan === null ? [] : noteLines(open.plan);
    return [
      ...(open.plan === null ? [] : noteLines(open.plan)),
      line(span(v`Sent oldest first. You can cancel it; sent deliveries stay sent.`, "muted")),
    ];
  },
  busyText: v`Replaying…`,
  submit: { title: "Replay", ...act("open", "save"), footerLabel: "replay" },
  choice: { title: "Choose route or URL", footerLabel: "target" },
  next: "field",
});

/** Shows in the dialog of a replay what it sends, repeats, settles and leaves out. */
export async function showPlan(app: App, selection: Selection): Promise<void> {
  const plan = await planOf(app, selection);
  if (isOpen(app, selection)) replayKind.change(app.store, (open) => ({ ...open, plan }));
}

/** Draws what a replay repeats, settles and leaves out. */
function noteLines(plan: ReplayPlan): readonly Line[] {
  const left = leftOutText(plan.leftOut);
  return [...planNotes(plan), ...(left === "" ? [] : [left])].map((text) => line(span(text, "warn")));
}

/** Counts the sent and omitted deliveries of a replay while its dialog is open. */
function planOf(app: App, selection: Selection): Promise<ReplayPlan> {
  const hub = localHub(app);
  return planReplay(
    app.services.reader,
    selection,
    () => isOpen(app, selection),
    async (rows) => (hub === null ? 0 : countUnsent(hub, rows)),
  );
}

function isOpen({ store }: App, selection: Selection): boolean {
  return replayKind.find(store.get())?.selection === selection;
}

/** Replays a delivery to its route, or to `url`. Resolves with a function that shows the result. */
async function replay({ store, services }: App, seq: number, url?: string): Promise<() => void> {
  const result = await receiverNow(services).replay(seq, url);
  if (url !== undefined) store.dispatch(setDeliveries({ lastReplayUrl: url }));
  return () => showMessage(store, ...replayText(`Replayed #${seq} as #${result.seq}`, result));
}
