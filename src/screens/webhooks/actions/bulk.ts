import { formatWatchedItem } from "../../../model/watched-item.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { targetText } from "../../../tables/webhooks.ts";
import { count, plural } from "../../../text/numbers.ts";
import { confirm } from "../../../tui/dialogs/confirm.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { App, Command } from "../../app.ts";
import { deleteForm } from "../dialogs/delete-form.ts";
import { actOn } from "../operations/bulk.ts";
import { actedOn, changedBy, needsActedOn, switchOf } from "../state/bulk.ts";
import {
  markWebhooks,
  setWebhookView,
  toggleWebhookMark,
  webhookName,
  webhookViewSlice,
  shownName,
} from "../state/view.ts";
import { listedWebhooks, selectedWebhook, webhookList } from "../state/webhooks.ts";

const requireShown = (state: AppState): string | null =>
  selectedWebhook(state) === null ? "no webhook is selected" : null;

/** Marks the selected webhook and selects the next one. */
function markSelected({ store }: App): void {
  const webhook = selectedWebhook(store.get());
  if (webhook === null) return;
  store.batch(() => {
    store.dispatch(toggleWebhookMark(webhook.id));
    const list = webhookList(store.get());
    store.dispatch(list.select(list.selected + 1));
  });
}

/** Marks the webhooks from the last marked one to the selected one, in the order of the list. */
function markRange({ store }: App): void {
  const listed = listedWebhooks(store.get());
  const start = webhookViewSlice.get(store.get()).marks.at(-1);
  const end = selectedWebhook(store.get())?.id;
  const [from, to] = [start, end].map((id) => listed.findIndex((one) => one.id === id));
  if (from === undefined || to === undefined || from === -1 || to === -1) return;
  const ids = listed.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
  // The selected row is last, so that the next range continues there.
  store.dispatch(markWebhooks(from <= to ? ids : ids.toReversed()));
}

function switchWebhooks(app: App): void | Promise<void> {
  const { store, registry } = app;
  const webhooks = actedOn(store.get());
  const act = switchOf(webhooks);
  const changed = changedBy(act, webhooks);
  const ids = changed.map(({ id }) => id);
  if (webhooks.length === 1) return actOn(app, act, ids);
  const rest = webhooks.length - changed.length;
  const kept = act === "enable" ? "enabled" : "disabled";
  return confirm(app, "switchMany", {
    title: `${act === "enable" ? "Enable" : "Disable"} ${plural(changed.length, "webhook")}?`,
    lines: [
      ...linesOf(store.get(), changed),
      ...(rest === 0
        ? []
        : [`${plural(rest, "other marked one")} ${rest === 1 ? "is" : "are"} ${kept} already.`]),
      `${keyOf(registry, "app.undo")} undoes it within 10 seconds.`,
    ],
    verb: act,
    command: "webhooks.act-confirmed",
    argument: JSON.stringify([act, ...ids]),
  });
}

function askToDelete(app: App): void {
  const { store, registry } = app;
  const webhooks = actedOn(store.get());
  const [webhook] = webhooks;
  if (webhook === undefined) return;
  if (webhooks.length > 1) {
    store.dispatch(openDialog(deleteForm(webhooks, linesOf(store.get(), webhooks))));
    return;
  }
  confirm(app, "delete", {
    title: `Delete webhook ${webhookName(store.get(), webhook.id) ?? webhook.id}?`,
    lines: [
      ...(webhookName(store.get(), webhook.id) === null ? [] : [webhook.id]),
      webhook.url === null ? "a Job" : targetText(webhook),
      `watches ${webhook.watched.map(formatWatchedItem).join(" ")}`,
      "Its activity and waiting dispatches are lost.",
      `${keyOf(registry, "app.undo")} restores the rest within 10 seconds, with a new ID.`,
    ],
    verb: "delete",
    command: "webhooks.act-confirmed",
    argument: JSON.stringify(["delete", webhook.id]),
  });
}

/** Marks the visible webhooks, or unmarks all if they are marked. */
function markMatching({ store }: App): void {
  const ids = listedWebhooks(store.get()).map(({ id }) => id);
  const marked = new Set(webhookViewSlice.get(store.get()).marks);
  const areAll = ids.every((id) => marked.has(id));
  store.dispatch(areAll ? setWebhookView({ marks: [] }) : markWebhooks(ids));
}

/** Commands that mark webhooks, and change or delete the marked ones. */
export const bulkCommands: readonly Command[] = [
  {
    id: "webhooks.toggle",
    scope: "webhooks",
    ...act("onOff"),
    title: "Enable or disable webhooks",
    footerLabel: (state) => switchOf(actedOn(state)),
    disabledReason: needsActedOn,
    run: switchWebhooks,
  },
  {
    id: "webhooks.delete",
    scope: "webhooks",
    ...act("delete"),
    title: "Delete selected or marked webhooks",
    footerLabel: "delete",
    disabledReason: needsActedOn,
    run: askToDelete,
  },
  {
    id: "webhooks.mark",
    scope: "webhooks",
    ...act("mark"),
    title: "Mark the selected webhook",
    footerLabel: "mark",
    disabledReason: requireShown,
    run: markSelected,
  },
  {
    id: "webhooks.mark-range",
    scope: "webhooks",
    ...act("markRange"),
    title: "Mark from the last mark",
    disabledReason: (state) =>
      requireShown(state) ?? (webhookViewSlice.get(state).marks.length === 0 ? "no webhook is marked" : null),
    run: markRange,
  },
  {
    id: "webhooks.mark-matching",
    scope: "webhooks",
    ...act("markAll"),
    title: "Mark all matching webhooks",
    disabledReason: requireShown,
    run: markMatching,
  },
  {
    id: "webhooks.act-confirmed",
    scope: internal,
    keys: [],
    title: "Change webhooks",
    run(app, argument = "[]") {
      const [act, ...ids] = JSON.parse(argument) as readonly string[];
      return act === "enable" || act === "disable" || act === "delete" ? actOn(app, act, ids) : undefined;
    },
  },
];

/** Maximum webhooks that a question lists. */
const namedWebhooks = 5;

/** Lists the first webhooks, and how many of all the filter hides. */
function linesOf(state: AppState, webhooks: readonly Webhook[]): readonly string[] {
  const listed = new Set(listedWebhooks(state).map(({ id }) => id));
  const hidden = webhooks.filter(({ id }) => !listed.has(id)).length;
  const more = webhooks.length - namedWebhooks;
  return [
    ...webhooks
      .slice(0, namedWebhooks)
      .map((webhook) => `${shownName(state, webhook.id)}: ${targetText(webhook)}`),
    ...(more > 0 ? [`and ${count(more)} more`] : []),
    ...(hidden > 0 ? [`The filter hides ${count(hidden)} of them.`] : []),
  ];
}
