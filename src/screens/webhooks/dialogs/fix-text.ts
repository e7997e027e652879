import { addRouteCommand, type Fix, fixText } from "../../../checks/fix.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { needsReceiver, needsTunnel, sessionSlice } from "../../connection-state.ts";

/** Returns the sentence that says how a key applies a fix, or what to do without one. */
export function fixSentence(state: AppState, fix: Fix, key: string): string {
  const blocked = blockedFix(state, fix);
  if (blocked !== null) return `→ ${blocked.charAt(0).toUpperCase()}${blocked.slice(1)}.`;
  // The key does only the second part of the fix.
  if (fix.kind === "replay" && fix.first !== undefined) {
    return `→ ${fix.first}, then press ${key} to replay its last dispatch.`;
  }
  const text = fixText(fix);
  return `→ Press ${key} to ${text.charAt(0).toLowerCase()}${text.slice(1)}.`;
}

/** Returns why the app cannot apply a fix, as what to do without a period; null if it can. */
export function blockedFix(state: AppState, fix: Fix): string | null {
  switch (fix.kind) {
    case "by-hand":
      return fixText(fix);
    case "start-receiver":
      return "Wait: the app restarts the receiver";
    case "add-route":
      return (
        needsReceiver(state) ??
        (sessionSlice.get(state).receiver.isOwn
          ? null
          : `Start the receiver again with ${addRouteCommand(fix.route)}`)
      );
    case "open-tunnel":
      return needsTunnel(state);
    case "put-secret":
      return needsReceiver(state);
    case "trigger":
      return sessionSlice.get(state).hub.local ? null : "Change a watched repo on the hub";
    case "enable":
    case "release":
    case "move":
    case "set-url":
    case "edit":
    case "replay":
    case "add-domain":
      return null;
  }
}
