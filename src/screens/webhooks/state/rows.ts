import { leadsNowhere } from "../../../checks/check.ts";
import { targetOf } from "../../../checks/webhook-target.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { type ListedWebhook, targetText, targetWords, watchedText } from "../../../tables/webhooks.ts";
import { span } from "../../../text/line.ts";
import { memo } from "../../../text/memo.ts";
import { visible } from "../../../text/visible.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { webhookActivitySlice } from "./activity.ts";
import { receiverFactsIn, webhookFacts, webhookHealth, webhookHealthSlice } from "./health.ts";
import { webhookViewSlice } from "./view.ts";

/** Sources of the rows, compared by identity. */
type Parts = readonly unknown[];

/** Last rows: equal parts yield the same rows, sorted, filtered and measured once. */
let known: { readonly parts: Parts; readonly rows: readonly ListedWebhook[] } | null = null;

/** Returns the rows of webhooks in their order. */
export function webhookRows(state: AppState, webhooks: readonly Webhook[]): readonly ListedWebhook[] {
  const { activities } = webhookActivitySlice.get(state);
  const { names } = webhookViewSlice.get(state);
  const { accepted, probed } = webhookHealthSlice.get(state);
  const receiver = receiverFactsIn(state);
  // The fields, because a drawing that notes what it reads sees another slice object each time.
  const parts = [webhooks, activities, names, receiver, accepted, probed];
  const before = known;
  if (before !== null && parts.every((part, index) => part === before.parts[index])) return before.rows;
  const rows = webhooks.map((webhook): ListedWebhook => {
    const { id } = webhook;
    const [activity, name, health] = [
      activities[id] ?? null,
      names[id] ?? null,
      webhookHealth(state, webhook),
    ];
    const last = lastRows.get(webhook);
    const isSame =
      last?.receiver === receiver &&
      last.row.activity === activity &&
      last.row.name === name &&
      last.health === health;
    if (isSame) return last.row;
    const target = targetOf(receiver, webhook.url);
    const row: ListedWebhook = {
      ...webhook,
      name,
      activity,
      isHere: target.kind === "here",
      isNowhere: leadsNowhere(webhookFacts(state, webhook), target),
      // The glyph of a disabled or held one is in the column of the state.
      health: span(visible(health.text.replace(/^[○◌] /u, "")), health.tone),
    };
    lastRows.set(webhook, { row, receiver, health });
    return row;
  });
  const isEqual =
    rows.length === before?.rows.length && rows.every((row, index) => row === before.rows[index]);
  known = { parts, rows: isEqual ? before.rows : rows };
  return known.rows;
}

/** Last row of each webhook, with its other inputs. */
const lastRows = new WeakMap<
  Webhook,
  { readonly row: ListedWebhook; readonly receiver: unknown; readonly health: unknown }
>();

/** Returns the text that a filter of the list searches, with words for the state. */
export function searchedText(row: ListedWebhook, overlaps: boolean): string {
  return overlaps ? `${rowText(row)} overlap` : rowText(row);
}

const rowText = memo((row: ListedWebhook) =>
  [
    row.name ?? "",
    row.id,
    targetText(row),
    targetWords(row, row.isHere === true),
    watchedText(row),
    row.health?.text ?? "",
    ...stateWords(row),
  ].join(" "),
);

function stateWords({ disabled, held, activity, health, isNowhere }: ListedWebhook): readonly string[] {
  return [
    ...(health?.tone === "error" ? ["failing"] : health?.tone === "ok" ? ["healthy"] : []),
    ...(disabled ? ["disabled"] : []),
    ...(held === true || (activity?.held ?? 0) > 0 ? ["held"] : []),
    ...(isNowhere === true ? ["nowhere"] : []),
    ...((activity?.last ?? null) === null ? ["never"] : []),
  ];
}
