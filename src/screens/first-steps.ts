import { defaultRoute, routePath } from "../model/url.ts";
import { blank, line, span, type Line, type Span } from "../text/line.ts";
import { shellLine } from "../text/shell-word.ts";
import { type Visible, v, visible } from "../text/visible.ts";
import { wrapLine } from "../text/wrap.ts";
import { paragraph, paragraphColumns, withMargin } from "../tui/components/paragraph.ts";
import { keySpan } from "../tui/frame/key-label.ts";
import type { Registry } from "../tui/registry.ts";
import type { AppState } from "../tui/state/slice.ts";
import { type Session, sessionSlice } from "./session.ts";
import { webhooksSlice } from "./webhooks-state.ts";

/**
 * Draws the first steps with their keys for an empty list: create a webhook, make it fire, look at the delivery. The
 * command that sends a delivery is last, because it may not fit into a low window.
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
  const command = exampleRequest(state);
  const there = isHere ? [key("screen.webhooks"), span(v` and `)] : [];
  const send =
    command === null
      ? [span(v`.`)]
      : [span(v`, or send one with the command below (`), key("list.copy"), span(v` copies it).`)];
  const steps: readonly (readonly Span[])[] = [
    ...(webhooksSlice.get(state).items.length > 0
      ? []
      : [[span(v`Press `), ...there, key("webhooks.new"), span(v` to create a webhook.`)]]),
    hub.local
      ? [span(v`Press `), ...there, key("webhooks.trigger"), span(v` to trigger an event`), ...send]
      : [span(v`Change a repo that it watches on ${hub.name}`), ...send],
    isHere
      ? [span(v`The delivery appears here.`)]
      : [span(v`Press `), key("screen.deliveries"), span(v` to look at the delivery.`)],
  ];
  return [
    ...steps.flatMap((step, index) => paragraph([span(v`${index + 1}. `), ...step], width, 3)),
    blank,
    ...paragraph([span(whoMaySend(receiver), receiver.secretSet ? "muted" : "warn")], width),
    ...(command === null
      ? []
      : [blank, ...withMargin(wrapLine(line(span(command, "accent")), paragraphColumns(width)))]),
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
  // The shell inserts the secret, which the app does not show.
  const secret = receiver.secretSet ? ` -H "X-Webhook-Secret: $WEBHOOK_SECRET"` : "";
  const before = shellLine(["curl", "-X", "POST", url, "-H", "Content-Type: application/json"]);
  return visible(`${before}${secret} ${shellLine(["-d", JSON.stringify(payload)])}`);
}

/** Says who can send deliveries. */
function whoMaySend({ secretSet, open, publicUrl }: Session["receiver"]): Visible {
  if (secretSet) return v`The receiver accepts only senders that know its secret (here as WEBHOOK_SECRET).`;
  return open || publicUrl !== null
    ? v`The receiver asks for no secret: anyone who can reach it can send to it.`
    : v`The receiver asks for no secret: every program on this machine can send to it.`;
}
