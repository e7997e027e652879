import { type Span, span } from "../text/line.ts";
import { v } from "../text/visible.ts";
import { createRegistry } from "../tui/registry.ts";
import type { AppState } from "../tui/state/slice.ts";
import { completionFeature } from "./completion/feature.ts";
import { deliveriesScreen } from "./deliveries/screen.ts";
import { headerLine } from "./header-line.ts";
import { jobsScreen } from "./jobs/screen.ts";
import { messagesScreen } from "./messages/screen.ts";
import { policiesScreen } from "./policies/screen.ts";
import { receiverFeature } from "./receiver/feature.ts";
import { sessionSlice } from "./session.ts";
import { webhooksScreen } from "./webhooks/screen.ts";

/** Screens in the order of their tabs. */
export const screens = [webhooksScreen, deliveriesScreen, policiesScreen, jobsScreen, messagesScreen];

export const registry = createRegistry({
  screens,
  background: [receiverFeature, completionFeature],
  header: headerLine,
  problem: lostLink,
});

/** Returns why the connection to the receiver or the hub is lost; null if neither is. */
function lostLink(state: AppState): readonly Span[] | null {
  const { receiver, hub } = sessionSlice.get(state);
  const lost = [receiver.link, hub.link].find((link) => link.state === "lost");
  return lost?.state === "lost" ? [span(v` ✗ ${lost.why}`, "error")] : null;
}
