import { isLoopback } from "../../model/loopback.ts";
import { routePrefix } from "../../model/url.ts";
import type { Webhook } from "../../model/webhook.ts";
import type { ListView } from "../list.ts";
import { isOurs } from "../public-url.ts";
import type { AppState } from "./app-state.ts";

export interface WebhooksState {
  /** In the hub's order; what was last seen stays while the hub cannot be reached. */
  readonly items: readonly Webhook[];
  readonly loadedAtMs: number | null;
  readonly view: ListView;
  /** Which pane has the keys where both are seen, or the detail over the list. */
  readonly focus: "list" | "detail";
  /** What is being done to which webhook, by id: `enabling`. */
  readonly busy: Readonly<Record<string, string>>;
  /** The last one deleted from here, while it can still be made again. */
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

/** Its target is this app's own receiver: what is sent to it arrives on the Deliveries screen. */
export function sendsToUs({ session }: AppState, { url }: Webhook): boolean {
  const { url: localUrl, publicUrl } = session.receiver;
  return [localUrl, publicUrl].some((own) => own !== null && url?.startsWith(`${own}/`) === true);
}

/** The two ports where a webhook's target looks like our receiver, on this machine and under its paths, and is on another port; null: it is not so. */
export function missedPort(
  { session }: AppState,
  { url }: Webhook,
): { readonly sentTo: number; readonly ours: number } | null {
  const target = url === null ? null : URL.parse(url);
  const receiver = session.receiver.url === null ? null : URL.parse(session.receiver.url);
  // A tunnel that ends on this machine is on a port of its own.
  if (target === null || receiver === null || isOurs(session.receiver, target.href)) return null;
  if (!isLoopback(target.hostname) || !target.pathname.startsWith(routePrefix)) return null;
  const [sentTo, ours] = [portOf(target), portOf(receiver)];
  return sentTo === ours ? null : { sentTo, ours };
}

function portOf({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
}

export const withWebhooks =
  (change: Partial<WebhooksState>) =>
  (state: AppState): AppState => ({ ...state, webhooks: { ...state.webhooks, ...change } });

/** Takes in what the hub lists; the selection stays on its webhook, wherever that stands now. */
export const listedWebhooks =
  (items: readonly Webhook[], nowMs: number) =>
  (state: AppState): AppState => {
    const known = state.webhooks;
    // Asked every second or so: an answer that says nothing new must not draw anything.
    if (known.loadedAtMs !== null && JSON.stringify(known.items) === JSON.stringify(items)) return state;
    const id = selectedWebhook(state)?.id;
    const found = items.findIndex((webhook) => webhook.id === id);
    const selected = found === -1 ? Math.min(known.view.selected, Math.max(0, items.length - 1)) : found;
    return withWebhooks({ items, loadedAtMs: nowMs, view: { ...known.view, selected } })(state);
  };

/** Puts a webhook as the hub answered it in its place, or at the end. */
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
  (id: string, doing: string | null) =>
  (state: AppState): AppState => {
    const { [id]: _, ...others } = state.webhooks.busy;
    return withWebhooks({ busy: doing === null ? others : { ...others, [id]: doing } })(state);
  };
