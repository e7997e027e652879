import { addRouteCommand, type Cure, cureText } from "../../../checks/fix.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { needsReceiver, needsTunnel, sessionSlice } from "../../connection-state.ts";

/** Returns the sentence that says how a key applies a cure, or what to do without one. */
export function cureSentence(state: AppState, cure: Cure, key: string): string {
  const blocked = blockedCure(state, cure);
  if (blocked !== null) return `→ ${blocked.charAt(0).toUpperCase()}${blocked.slice(1)}.`;
  // The key does only the second part of the cure.
  if (cure.kind === "replay" && cure.first !== undefined) {
    return `→ ${cure.first}, then press ${key} to replay its last dispatch.`;
  }
  const text = cureText(cure);
  return `→ Press ${key} to ${text.charAt(0).toLowerCase()}${text.slice(1)}.`;
}

/** Returns why the app cannot apply a cure, as what to do without a period; null if it can. */
export function blockedCure(state: AppState, cure: Cure): string | null {
  switch (cure.kind) {
    case "by-hand":
      return cureText(cure);
    case "start-receiver":
      return "Wait: the app starts the receiver again by itself";
    case "add-route":
      return (
        needsReceiver(state) ??
        (sessionSlice.get(state).receiver.isOwn
          ? null
          : `Start the receiver again with ${addRouteCommand(cure.route)}`)
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
