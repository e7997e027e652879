import type { TriggerPreview } from "../../../../hub/client.ts";
import { documentedEvents } from "../../../../model/event.ts";
import { firstEventIndex, firstRepo } from "../../../../model/test-delivery.ts";
import { formatWatchedItem } from "../../../../model/watched-item.ts";
import type { Webhook } from "../../../../model/webhook.ts";
import { duration, wholeSeconds } from "../../../../text/duration.ts";
import { line, span } from "../../../../text/line.ts";
import { count as countText } from "../../../../text/numbers.ts";
import { v } from "../../../../text/visible.ts";
import { completeText } from "../../../../tui/completion.ts";
import { noteRows } from "../../../../tui/dialogs/form-lines.ts";
import { initialPreview } from "../../../../tui/dialogs/form-preview.ts";
import { type FormInput, type TextInput, untouched } from "../../../../tui/dialogs/form.ts";
import { dialogKind } from "../../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../../tui/text-field.ts";
import { templateCandidates } from "../../../names.ts";
import { changeInputs, type EventForm, eventInput, noChanges, repoInput } from "./event-form.ts";

/** Form of an event to trigger and its repo. */
export interface TriggerForm extends EventForm {
  readonly kind: "trigger";
  /** Name of a template; empty for a synthetic payload of the event. */
  readonly template: TextField;
  /** Number of events. */
  readonly count: TextField;
  /** Events per second. */
  readonly rate: TextField;
  /** Effect of the trigger, or the reason if unknown; null until the hub responds. */
  readonly plan: Plan | null;
}

/** Effect that the hub predicts. */
export type Plan =
  | { readonly error: string }
  | (Omit<TriggerPreview, "payload"> & {
      readonly scope: string;
      readonly repo: TriggerRepo;
      readonly error: null;
    });

type TriggerRepo = { readonly type: string; readonly name: string };

export const triggerKind = dialogKind<TriggerForm>("trigger");

/** Events per second of a new form: a target under development is not flooded. */
const defaultRate = 10;
const maxRate = 10_000;
const maxCount = 100_000;

/** Creates the form, prefilled with an event and a repo that trigger the webhook, if any. */
export function triggerForm(webhook: Webhook | null, account: string): TriggerForm {
  const aim = webhook ?? { domains: [], watched: [] };
  return {
    ...untouched,
    kind: "trigger",
    focus: "event",
    event: firstEventIndex(aim),
    repo: textField(formatWatchedItem(firstRepo(aim, account))),
    set: noChanges,
    template: textField(""),
    count: textField("1"),
    rate: textField(String(defaultRate)),
    preview: initialPreview,
    base: null,
    payload: null,
    plan: null,
  };
}

/** Returns true if the payload matches the event and the repo of the form, and false for a template. */
export function isSynthetic({ template }: Pick<TriggerForm, "template">): boolean {
  return template.value.trim() === "";
}

/** Returns the number of events; null if it is not valid. */
export function eventCount({ count }: Pick<TriggerForm, "count">): number | null {
  const text = count.value.trim();
  const number = Number(text);
  return /^\d+$/.test(text) && number > 0 && number <= maxCount ? number : null;
}

/** Returns the events per second; null if they are not valid. */
export function eventRate({ rate }: Pick<TriggerForm, "rate">): number | null {
  const text = rate.value.trim();
  const number = Number(text);
  return /^\d+(?:\.\d+)?$/.test(text) && number > 0 && number <= maxRate ? number : null;
}

/** Returns what the preview depends on. */
export function previewKey(form: TriggerForm): string {
  return JSON.stringify([sourceKey(form), form.set.map(({ value }) => value)]);
}

/** Returns the inputs of the payload before the changes. */
export function sourceKey({ event, repo, template }: TriggerForm): string {
  return JSON.stringify([documentedEvents[event], repo.value.trim(), template.value.trim()]);
}

const isSeveral = (form: TriggerForm) => eventCount(form) !== 1;

const template: TextInput<TriggerForm> = {
  type: "text",
  name: "template",
  label: v`Template`,
  placeholder: v`none: a payload of the event`,
  get: (open) => open.template,
  put: (open, field) => ({ ...open, template: field }),
  complete: ({ value }, _open, state) => completeText(value, templateCandidates(state)),
};

const count: TextInput<TriggerForm> = {
  type: "text",
  name: "count",
  label: v`Count`,
  placeholder: v`number of events`,
  get: (open) => open.count,
  put: (open, field) => ({ ...open, count: field }),
  check: (open) =>
    eventCount(open) === null ? `Write how many events, at most ${countText(maxCount)}.` : null,
};

const rate: TextInput<TriggerForm> = {
  type: "text",
  name: "rate",
  label: v`Rate`,
  placeholder: v`events per second`,
  isShown: isSeveral,
  isReachable: isSeveral,
  get: (open) => open.rate,
  put: (open, field) => ({ ...open, rate: field }),
  check: (open) =>
    eventRate(open) === null ? `Write events per second, from 0.1 to ${countText(maxRate)}.` : null,
  linesBelow(open, _state, width) {
    const [events, perSecond] = [eventCount(open), eventRate(open)];
    const about =
      events === null || perSecond === null
        ? v``
        : v`, about ${duration(wholeSeconds((events * 1_000) / perSecond))}`;
    return noteRows([line(span(v`events per second${about}`, "muted"))], width);
  },
};

const synthetic = { isShown: isSynthetic, isReachable: isSynthetic };

export const triggerInputs: readonly FormInput<TriggerForm>[] = [
  eventInput<TriggerForm>(synthetic),
  repoInput<TriggerForm>(synthetic),
  template,
  ...changeInputs<TriggerForm>(),
  count,
  rate,
];
