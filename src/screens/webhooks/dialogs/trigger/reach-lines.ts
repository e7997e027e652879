import type { TriggerPreview } from "../../../../hub/client.ts";
import { type EventOfRepo, missText } from "../../../../model/missed-webhook.ts";
import { type Line, span } from "../../../../text/line.ts";
import { plural } from "../../../../text/numbers.ts";
import { type Visible, v } from "../../../../text/visible.ts";
import { wrapWords } from "../../../../text/wrap.ts";

/** Number of webhooks that are named each; the others are counted. */
const named = { reached: 5, missed: 2 };

/** Says which webhooks an event reaches, and why it misses the others that watch its repo. */
export function reachLines(
  { reached, missed, others }: Omit<TriggerPreview, "payload">,
  event: EventOfRepo,
  { width, nameOf }: { readonly width: number; readonly nameOf: (id: string) => Visible },
): readonly Line[] {
  const over = reached.filter(({ overQuota }) => overQuota).length;
  const total = reached.length + missed.length + others;
  const names = reached.slice(0, named.reached).map(({ webhookId }) => nameOf(webhookId));
  const more = reached.length > named.reached ? v` and ${reached.length - named.reached} more` : v``;
  const reaches: Visible =
    reached.length === 0
      ? v`▲ Reaches no webhook${total === 0 ? ", because there is none" : ""}`
      : v`→ Reaches ${plural(reached.length, "webhook")}: ${names.join(", ")}${more}`;
  const misses = [
    ...missed
      .slice(0, named.missed)
      .map(({ webhookId, reason }) => v`${nameOf(webhookId)} ${missText(reason, event)}`),
    ...(missed.length > named.missed
      ? [v`${missed.length - named.missed} more are disabled or limited`]
      : []),
    ...(reached.length === 0 && others > 0
      ? [v`${plural(others, "webhook")} ${others === 1 ? "watches" : "watch"} something else`]
      : []),
  ];
  return [
    ...wrapWords(span(reaches, reached.length === 0 ? "warn" : "ok"), width, 2),
    ...(over === 0
      ? []
      : wrapWords(span(v`▲ ${plural(over, "webhook")} over the quota: stored, not sent`, "warn"), width, 2)),
    ...misses.flatMap((text) => wrapWords(span(v`  ${text}`, "muted"), width, 4)),
  ];
}
