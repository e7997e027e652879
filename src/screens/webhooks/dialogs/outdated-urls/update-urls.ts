import { hasSameHost } from "../../../../checks/webhook-target.ts";
import { isHooklensError } from "../../../../model/errors.ts";
import { targetText } from "../../../../tables/webhooks.ts";
import { plural } from "../../../../text/numbers.ts";
import { showMessage } from "../../../../tui/state/messages.ts";
import { closeDialogs, navSlice, openDialog } from "../../../../tui/state/nav.ts";
import type { AppState } from "../../../../tui/state/slice.ts";
import type { Store } from "../../../../tui/state/store.ts";
import { type App, hubNow } from "../../../app.ts";
import { sessionSlice } from "../../../connection-state.ts";
import { type OutdatedUrl, outdatedUrls } from "../../../public-url.ts";
import { type ChangedWebhook, showChanged } from "../../operations/bulk.ts";
import { webhookHealth } from "../../state/health.ts";
import { putWebhook, webhooksSlice, setWebhooks } from "../../state/webhooks.ts";
import {
  type WebhookUpdate,
  type UpdateState,
  pendingUpdates,
  outdatedUrlsDialog,
  withUpdateState,
  outdatedUrlsKind,
} from "./outdated-urls.ts";

/** Duration for which a dialog that has opened by itself ignores keys, in milliseconds. */
const ignoreKeysMs = 700;

/** Offers to update webhooks with old tunnel URLs, once per webhook and new URL. */
export function watchOutdatedUrls({ store }: App): { stop(): void } {
  let seenReceiver: unknown = null;
  let seenItems: unknown = null;
  let isDue = false;
  let timer: NodeJS.Timeout | undefined;

  const unsubscribe = store.subscribe(() => {
    const session = sessionSlice.get(store.get());
    const webhooks = webhooksSlice.get(store.get());
    const overlays = navSlice.get(store.get()).dialogs;
    if (session.receiver !== seenReceiver || webhooks.items !== seenItems) {
      seenReceiver = session.receiver;
      seenItems = webhooks.items;
      isDue = outdatedIn(store.get()).some(({ id, to }) => !webhooks.offered.includes(`${id} ${to}`));
    }
    // The offer waits until other dialogs, which may contain typed text, are closed.
    if (!isDue || overlays.length > 0) return;
    isDue = false;
    openOutdatedUrls(store, false);
    timer = setTimeout(listen, ignoreKeysMs);
  });

  function listen(): void {
    outdatedUrlsKind.change(store, (dialog) => ({ ...dialog, acceptsKeys: true }));
  }

  return {
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

function outdatedIn(state: AppState): readonly OutdatedUrl[] {
  return outdatedUrls(sessionSlice.get(state).receiver, webhooksSlice.get(state).items);
}

/** Opens the dialog on request; it accepts keys immediately. */
export function askOutdatedUrls({ store }: App): void {
  openOutdatedUrls(store, true);
}

/** Opens the dialog for the webhooks with old tunnel URLs. */
function openOutdatedUrls(store: Store, acceptsKeys: boolean): void {
  const found = outdatedIn(store.get());
  const { offered } = webhooksSlice.get(store.get());
  store.batch(() => {
    store.dispatch(setWebhooks({ offered: [...offered, ...found.map(({ id, to }) => `${id} ${to}`)] }));
    store.dispatch(openDialog(outdatedUrlsDialog("tunnel", found, acceptsKeys)));
  });
}

/**
 * Opens the dialog for webhooks with an old address of the receiver.
 * @param ids null for all
 */
export function askMoves({ store }: App, ids: readonly string[] | null): void {
  const state = store.get();
  const wanted = ids === null ? null : new Set(ids);
  const moves = webhooksSlice.get(state).items.flatMap((webhook): readonly OutdatedUrl[] => {
    const { id, url: from } = webhook;
    if (from === null || wanted?.has(id) === false) return [];
    const { fix } = webhookHealth(state, webhook);
    return fix?.kind === "move" ? [{ id, from, to: fix.to }] : [];
  });
  if (moves.length > 0) store.dispatch(openDialog(outdatedUrlsDialog("receiver", moves, true)));
}

/** Updates the webhooks of the dialog in turn, and closes it if all succeed. */
export async function updateUrls(app: App): Promise<void> {
  const { store } = app;
  const mark = (id: string, state: UpdateState) =>
    outdatedUrlsKind.change(store, (open) => withUpdateState(open, id, state));
  const dialog = outdatedUrlsKind.find(store.get());
  if (dialog === null || dialog.updating) return;
  const updates = pendingUpdates(dialog);
  outdatedUrlsKind.change(store, (open) => ({ ...open, updating: true }));
  for (const { id } of updates) mark(id, { kind: "waiting" });
  const changed: ChangedWebhook[] = [];
  let failures = 0;
  try {
    for (const pending of updates) {
      mark(pending.id, { kind: "updating" });
      const state = await updateWebhook(app, pending, changed);
      if (state.kind === "failed") failures += 1;
      mark(pending.id, state);
    }
  } finally {
    outdatedUrlsKind.change(store, (open) => ({ ...open, updating: false }));
  }
  const done = `Updated ${plural(changed.length, "webhook")}`;
  if (failures === 0) {
    store.dispatch(closeDialogs("stray-webhooks"));
    showChanged(app, done, changed, []);
  } else showMessage(store, "error", `${done}; ${failures} could not be updated.`);
}

/** @param changed receives the webhook before and after its update */
async function updateWebhook(
  { store, services }: App,
  { id, from, to }: WebhookUpdate,
  changed: ChangedWebhook[],
): Promise<UpdateState> {
  const { link, url: localUrl, publicUrl } = sessionSlice.get(store.get()).receiver;
  if (link.state !== "up") return { kind: "failed", why: "the receiver is not reachable" };
  if (![localUrl, publicUrl].some((own) => own !== null && hasSameHost(to, own))) {
    return { kind: "failed", why: "the receiver is no longer at that address" };
  }
  try {
    const hub = hubNow(services);
    // Another client may have changed the webhook meanwhile; keeps that change.
    const before = await hub.getWebhook(id);
    if (before.url !== from) return { kind: "failed", why: `it now sends to ${targetText(before)}` };
    const after = await hub.updateWebhook(id, { url: to });
    changed.push({ before, after });
    store.dispatch(putWebhook(after));
    return { kind: "updated" };
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    return { kind: "failed", why: error.message };
  }
}
