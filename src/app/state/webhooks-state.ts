import { isLoopback } from "../../model/loopback.ts";
import { routePrefix } from "../../model/url.ts";
import type { Webhook } from "../../model/webhook.ts";
import type { ListView } from "../list.ts";
import { isOurs } from "../public-url.ts";
import type { AppState } from "./app-state.ts";

export interface WebhooksState {
  /** In the hub's order; kept while the hub is unreachable. */
  readonly items: readonly Webhook[];
  readonly loadedAtMs: number | null;
  readonly view: ListView;
  /** Focused pane if both are visible, otherwise the visible one. */
  readonly focus: "list" | "detail";
  /** Operation in progress by webhook ID, for example `enabling`. */
  readonly busy: Readonly<Record<string, string>>;
  /** Last webhook deleted here, while it can be restored. */
  readonly deleted: { readonly webhook: Webhook; readonly untilMs: number } | null;
}

export const initialWebhooks: WebhooksState = {
  items: [],
  loadedAtMs: null,
  view: { selected: 0, top: 0 },
  focus: "list",
  busy: {},
  deleted: null,
};

export function selectedWebhook({ webhooks }: AppState): Webhook | null {
  return webhooks.items[webhooks.view.selected] ?? null;
}

/** Reports whether a webhook sends to this app's receiver. */
export function sendsToReceiver({ session }: AppState, { url }: Webhook): boolean {
  const { url: localUrl, publicUrl } = session.receiver;
  return [localUrl, publicUrl].some((own) => own !== null && url?.startsWith(`${own}/`) === true);
}

/** Returns both ports if a webhook sends to our receiver's path on another local port; null otherwise. */
export function portMismatch(
  { session }: AppState,
  { url }: Webhook,
): { readonly targetPort: number; readonly receiverPort: number } | null {
  const target = url === null ? null : URL.parse(url);
  const receiver = session.receiver.url === null ? null : URL.parse(session.receiver.url);
  // A tunnel ending on this machine has its own port.
  if (target === null || receiver === null || isOurs(session.receiver, target.href)) return null;
  if (!isLoopback(target.hostname) || !target.pathname.startsWith(routePrefix)) return null;
  const [targetPort, receiverPort] = [portOf(target), portOf(receiver)];
  return targetPort === receiverPort ? null : { targetPort, receiverPort };
}

function portOf({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
}

export const withWebhooks =
  (change: Partial<WebhooksState>) =>
  (state: AppState): AppState => ({ ...state, webhooks: { ...state.webhooks, ...change } });

/** Updates the list; the selected webhook stays selected. */
export const webhooksLoaded =
  (items: readonly Webhook[], nowMs: number) =>
  (state: AppState): AppState => {
    const known = state.webhooks;
    // Polled every second or so: equal results must not cause a redraw.
    if (known.loadedAtMs !== null && JSON.stringify(known.items) === JSON.stringify(items)) return state;
    const id = selectedWebhook(state)?.id;
    const found = items.findIndex((webhook) => webhook.id === id);
    const selected = found === -1 ? Math.min(known.view.selected, Math.max(0, items.length - 1)) : found;
    return withWebhooks({ items, loadedAtMs: nowMs, view: { ...known.view, selected } })(state);
  };

/** Replaces a webhook by its ID, or appends it. */
export const putWebhook =
  (webhook: Webhook) =>
  (state: AppState): AppState => {
    const index = state.webhooks.items.findIndex(({ id }) => id === webhook.id);
    if (index !== -1) return withWebhooks({ items: state.webhooks.items.with(index, webhook) })(state);
    const items = [...state.webhooks.items, webhook];
    return withWebhooks({ items, view: { ...state.webhooks.view, selected: items.length - 1 } })(state);
  };

export const dropWebhook =
  (id: string) =>
  (state: AppState): AppState => {
    const items = state.webhooks.items.filter((webhook) => webhook.id !== id);
    const selected = Math.max(0, Math.min(state.webhooks.view.selected, items.length - 1));
    return withWebhooks({ items, view: { ...state.webhooks.view, selected } })(state);
  };

export const markBusy =
  (id: string, operation: string | null) =>
  (state: AppState): AppState => {
    const { [id]: _, ...rest } = state.webhooks.busy;
    return withWebhooks({ busy: operation === null ? rest : { ...rest, [id]: operation } })(state);
  };
