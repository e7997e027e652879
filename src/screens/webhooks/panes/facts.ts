import { healthOf } from "../../../checks/check-webhook.ts";
import { formatWatchedItem } from "../../../model/watched-item.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { statusSpan, targetText } from "../../../tables/webhooks.ts";
import { dateTime } from "../../../text/clock-time.ts";
import { blank, type Line, type Span, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { urlBreaks, wrapWords } from "../../../text/wrap.ts";
import { type Fact, factLines } from "../../../tui/components/facts.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { PaneContent } from "../../../tui/records/screen.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../../tui/state/window.ts";
import { fixSentence } from "../dialogs/fix-text.ts";
import { activityOf } from "../state/activity.ts";
import { webhookFacts } from "../state/health.ts";
import { shownName, webhookName } from "../state/view.ts";
import { selectedWebhook, sendsToReceiver, webhooksSlice } from "../state/webhooks.ts";
import { activityFacts, eventLines } from "./activity-facts.ts";
import { sharedWatchLines } from "./shared-watches.ts";

/** Draws the pane with the details of the selected webhook. */
export function factsPane(state: AppState, { columns }: Size, registry: Registry): PaneContent {
  const webhook = selectedWebhook(state);
  const name = webhook === null ? null : webhookName(state, webhook.id);
  const title = [span(webhook === null ? v`Webhook` : v`Webhook ${name ?? webhook.id}`)];
  return { title, lines: webhookDetail(state, webhook, columns, registry) };
}

/** Draws the details of a webhook; its secret is never shown. */
export function webhookDetail(
  state: AppState,
  webhook: Webhook | null,
  width: number,
  registry: Registry,
): readonly Line[] {
  if (webhook === null) return [];
  const watched = webhook.watched.map(formatWatchedItem).join(", ");
  const { id, url, domains, createdAt } = webhook;
  const { nowMs } = windowSlice.get(state);
  const activity = activityOf(state, id);
  const nameOf = (other: string) => webhookName(state, other);
  const facts: readonly Fact[] = [
    // The title has the ID of a webhook without a name.
    ...(nameOf(id) === null ? [] : [{ label: "id", value: [span(visible(id))] }]),
    { label: "status", value: statusSpans(state, webhook) },
    {
      label: url === null ? "starts" : "url",
      value: [span(targetText(webhook), "accent")],
      breaks: url === null ? undefined : urlBreaks,
    },
    { label: "watches", value: [span(visible(watched))] },
    { label: "domains", value: [span(v`${domains.length === 0 ? "all" : domains.join(" ")}`)] },
    { label: "secret", value: secretSpans(state, webhook) },
    ...(createdAt === undefined ? [] : [{ label: "created", value: [span(createdText(state, createdAt))] }]),
    ...(activity === null ? [] : activityFacts(activity, nowMs)),
  ];
  return [
    ...factLines(facts, width),
    ...advice(state, webhook, registry).flatMap((text) => [
      blank,
      ...text.flatMap((sentence) => wrapWords(span(v`${sentence}`, "muted"), width)),
    ]),
    ...sharedWatchLines(webhook, webhooksSlice.get(state).items, {
      // A shortened ID says nothing to a screen reader.
      nameOf: (other) => shownName(state, other),
      width,
    }),
    ...(activity === null ? [] : eventLines(activity, width)),
  ];
}

function statusSpans(state: AppState, webhook: Webhook): readonly Span[] {
  const { id, held, disabled } = webhook;
  const status = statusSpan(webhook, webhooksSlice.get(state).busy[id]);
  if (held !== true) return [status];
  const waiting = activityOf(state, id)?.held ?? 0;
  const what = v`${count(waiting)} ${waiting === 1 ? "waits" : "wait"}`;
  return [status, span(disabled ? v` · held, ${what}` : v` · ${what}`, "warn")];
}

/** States whether there is a secret, and whether this app's receiver accepts it, if known. */
function secretSpans(state: AppState, webhook: Webhook): readonly Span[] {
  const { secret } = webhook;
  const isSet = secret !== null && secret !== "";
  const set = isSet ? span(v`set`, "ok") : span(v`none`, "muted");
  const { secretAccepted } = webhookFacts(state, webhook);
  if (secretAccepted === undefined || (!isSet && secretAccepted)) return [set];
  return secretAccepted
    ? [set, span(v` · ✓ the receiver's`, "ok")]
    : [set, span(v` · ▲ not the receiver's`, "warn")];
}

function createdText(state: AppState, createdAt: string): Visible {
  return dateTime(Date.parse(createdAt), shownZone(state), "minute");
}

/** Returns notes on the webhook as sentences: a problem with the key that fixes it, and the triggering domains. */
function advice(state: AppState, webhook: Webhook, registry: Registry): readonly (readonly string[])[] {
  const { detail, fix } = healthOf(webhookFacts(state, webhook));
  const health = [
    ...(detail === null ? [] : [detail]),
    ...(fix === null ? [] : [fixSentence(state, fix, keyOf(registry, "webhooks.cure"))]),
  ];
  return [
    ...(health.length === 0 ? [] : [health]),
    ...(sendsToReceiver(state, webhook)
      ? [[`It sends to this app's receiver. ${keyOf(registry, "screen.deliveries")} shows its deliveries.`]]
      : []),
    ...(webhook.domains.length === 0 ? [["It fires for all domains."]] : []),
  ];
}
