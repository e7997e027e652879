import { leftOutText, planReplay, type ReplayPlan } from "../../../engine/replay-seqs.ts";
import { parseWebhookUrl } from "../../../model/url.ts";
import type { Selection } from "../../../store/selection.ts";
import { duration, wholeSeconds } from "../../../text/duration.ts";
import { line, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { noteRows } from "../../../tui/dialogs/form-lines.ts";
import { type Form, untouched } from "../../../tui/dialogs/form.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import { receiverNow, type FeatureContext } from "../../context.ts";
import type { DeliveriesEffects } from "../start.ts";
import { setDeliveries } from "../state.ts";
import { startReplay } from "../work/start-or-ask.ts";
import type { BulkReplay } from "../work/work.ts";
import { replayText } from "./replay-text.ts";
import { type TargetForm, targetInputs, targetUrl } from "./target-inputs.ts";

/** Form of a replay of one or many deliveries. */
export interface ReplayForm extends TargetForm {
  readonly kind: "replay";
  readonly selection: Selection;
  /** Number of selected deliveries; null if it is not counted. */
  readonly total: number | null;
  /** Numbers of deliveries sent and left out; null until counted, and for a single delivery. */
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

const form: Form<ReplayForm, DeliveriesEffects> = {
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
  async submit(open, context) {
    const { selection } = open;
    const to = targetUrl(open) ?? null;
    const seq = onlySeq(open);
    if (seq !== null) return context.effects.replay(seq, to ?? undefined);
    const plan = open.plan ?? (await context.effects.planReplay(selection));
    // It was closed during the count.
    if (replayKind.find(context.store.get())?.selection !== selection) return () => {};
    const { total, leftOut } = plan;
    if (total === 0) {
      const text = `None of these deliveries can be replayed: ${leftOutText(leftOut)}.`;
      return () => showMessage(context.store, "warn", text);
    }
    const replay: BulkReplay = {
      kind: "replay",
      selection,
      total,
      leftOut,
      to,
      perSecond: readRate(open) ?? Number(defaultRate),
    };
    if (to !== null) {
      parseWebhookUrl(to);
      context.store.dispatch(setDeliveries({ lastReplayUrl: to }));
    }
    return () => startReplay(context, replay);
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
    const left = leftOutText(replayKind.find(state)?.plan?.leftOut ?? {});
    return left === "" ? [] : [line(span(left, "warn"))];
  },
  busyText: v`Replaying…`,
  submit: { title: "Replay", keys: ["enter", "ctrl+s"], footerLabel: "replay" },
  choice: { title: "Choose route or URL", footerLabel: "target" },
  next: "field",
});

export interface ReplayEffects {
  /** Replays a delivery to its route, or to `url`. Resolves with a function that shows the result. */
  replay(seq: number, url?: string): Promise<() => void>;
  /** Counts what a replay sends and leaves out, while its dialog is open. */
  planReplay(selection: Selection): Promise<ReplayPlan>;
  /** Shows in the dialog what a replay of several deliveries sends and leaves out. */
  showPlan(selection: Selection): Promise<void>;
}

export function createReplayEffects({ store, services }: FeatureContext): ReplayEffects {
  const isOpen = (selection: Selection) => replayKind.find(store.get())?.selection === selection;
  const planOf = (selection: Selection) => planReplay(services().reader, selection, () => isOpen(selection));

  return {
    planReplay: planOf,
    async showPlan(selection) {
      if (onlySeq({ selection }) !== null) return;
      const plan = await planOf(selection);
      if (isOpen(selection)) replayKind.change(store, (open) => ({ ...open, plan }));
    },
    async replay(seq, url) {
      const result = await receiverNow(services).replay(seq, url);
      if (url !== undefined) store.dispatch(setDeliveries({ lastReplayUrl: url }));
      return () => showMessage(store, ...replayText(`Replayed #${seq} as #${result.seq}`, result));
    },
  };
}
