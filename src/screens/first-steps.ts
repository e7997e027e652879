import { printSecretHeader } from "../model/end-to-end.ts";
import { defaultRoute, routePath } from "../model/url.ts";
import { blank, span, type Line, type Span } from "../text/line.ts";
import { shellLine } from "../text/shell-word.ts";
import { type Visible, v, visible } from "../text/visible.ts";
import { paragraph } from "../tui/components/paragraph.ts";
import { keySpan } from "../tui/frame/key-label.ts";
import type { Registry } from "../tui/records/registry.ts";
import type { AppState } from "../tui/state/slice.ts";
import { type Session, sessionSlice } from "./connection-state.ts";
import { webhooksSlice } from "./webhooks/state/webhooks.ts";

/**
 * Draws the first steps with their keys for an empty list: create a webhook, make it fire, look at the delivery.
 * @param isHere true if the deliveries appear in this list
 */
export function firstSteps(
  state: AppState,
  {
    width,
    isHere,
    registry,
  }: { readonly width: number; readonly isHere: boolean; readonly registry: Registry },
): readonly Line[] {
  const { hub, receiver } = sessionSlice.get(state);
  const key = (id: string) => keySpan(registry, id);
  const there = isHere ? [key("screen.webhooks"), span(v` and `)] : [];
  const sends = hub.local ? v` to trigger an event.` : v` to send a test, or change a repo that it watches.`;
  const effect = hub.local
    ? v`It creates a webhook and sends it a test event.`
    : v`It creates a webhook on ${hub.name}.`;
  const create = [
    span(v`Press `),
    ...there,
    key("webhooks.new"),
    span(v`, then `),
    key("form.enter"),
    span(v` through the form. ${effect}`),
  ];
  const steps: readonly (readonly Span[])[] = [
    ...(webhooksSlice.get(state).items.length > 0 ? [] : [create]),
    ...(hub.local && webhooksSlice.get(state).items.length === 0
      ? []
      : [[span(v`Press `), ...there, key("webhooks.trigger"), span(sends)]]),
    isHere
      ? [span(v`The delivery appears here.`)]
      : [span(v`Press `), key("screen.deliveries"), span(v` to look at the delivery.`)],
  ];
  const copies =
    exampleRequest(state) === null
      ? []
      : [key("list.copy"), span(v` copies a command that sends one. `, "muted")];
  return [
    ...steps.flatMap((step, index) => paragraph([span(v`${index + 1}. `), ...step], width, 3)),
    blank,
    ...paragraph([...copies, ...whoMaySend(receiver, registry)], width),
  ];
}

/** Returns the command that sends a delivery to the receiver; null until its address is known. */
export function exampleRequest(state: AppState): Visible | null {
  const { hub, receiver } = sessionSlice.get(state);
  if (receiver.url === null) return null;
  const url = receiver.url + routePath(receiver.routes[0] ?? defaultRoute);
  const owner = hub.account ?? "me";
  const payload = {
    event: { action: "update", scope: "repo.content" },
    repo: {
      type: "dataset",
      name: `${owner}/corpus`,
      id: "1",
      private: false,
      owner: { id: "1" },
      url: { web: "http://localhost" },
    },
    webhook: { id: "1", version: 3 },
  };
  // The shell inserts the secret, hidden by the app.
  const secret = receiver.secretSet ? `${printSecretHeader} | ` : "";
  const withSecret = receiver.secretSet ? ["-H", "@-"] : [];
  const type = ["-H", "Content-Type: application/json"];
  const body = ["-d", JSON.stringify(payload)];
  return visible(secret + shellLine(["curl", "-X", "POST", url, ...type, ...withSecret, ...body]));
}

/** States who can send deliveries, with the key to change it. */
function whoMaySend(
  { secretSet, open, publicUrl }: Session["receiver"],
  registry: Registry,
): readonly Span[] {
  const key = keySpan(registry, "receiver.set-up");
  if (secretSet) {
    return [
      span(v`The receiver accepts only senders that know its secret; `, "muted"),
      key,
      span(v` shows it.`, "muted"),
    ];
  }
  const isReachable = open || publicUrl !== null;
  return [
    span(v`${isReachable ? "Anyone can send to the receiver" : "The receiver asks for no secret"}; `, "warn"),
    key,
    span(v` sets ${isReachable ? "a secret" : "one"}.`, "warn"),
  ];
}
