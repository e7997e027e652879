import type { AppState } from "../../../tui/state/slice.ts";
import { selectedWebhook, webhooksSlice } from "../../known-webhooks/state.ts";

/** Returns why there is no webhook to act on; null if one is selected and not busy. */
export function needsSelection(state: AppState): string | null {
  const webhook = selectedWebhook(state);
  if (webhook === null) return "no webhook is selected";
  const busy = webhooksSlice.get(state).busy[webhook.id];
  return busy === undefined ? null : `the hub is still ${busy} this webhook`;
}
