import type { Scope } from "./commands/command.ts";
import { editFormText, isTextFormField } from "./overlays/webhook-form.ts";
import type { AppState, Action } from "./slice.ts";
import { setDeliveries, deliveriesSlice } from "./state/deliveries-state.ts";
import { jobsSlice } from "./state/jobs-state.ts";
import { type Overlay, topOverlay, navSlice, putOverlay } from "./state/overlays.ts";
import { setPolicies, policiesSlice } from "./state/policies-state.ts";
import type { TextField } from "./text-field.ts";

/** Overlays that are lists or scrollable text. */
const listKinds: ReadonlySet<Overlay["kind"]> = new Set(["help", "messages", "activity", "dispatch"]);

/** Returns the scopes that receive a key, in order. A dialog is modal: the screen under it receives none. */
export function focusedScopes(state: AppState): readonly Scope[] {
  const overlay = topOverlay(state);
  if (overlay !== null) {
    return listKinds.has(overlay.kind) ? [overlay.kind, "list", "always"] : [overlay.kind, "always"];
  }
  return screenScopes(state);
}

/** Returns the scopes of the screen, even under a dialog. */
export function screenScopes(state: AppState): readonly Scope[] {
  const { screen } = navSlice.get(state);
  if (screen === "deliveries" && deliveriesSlice.get(state).editingFilter) return ["filter", "always"];
  if (screen === "deliveries" && deliveriesSlice.get(state).focus === "detail") {
    return ["detail", "deliveries", "list", "global", "always"];
  }
  if (screen === "policies" && policiesSlice.get(state).editingFilter) return ["name-filter", "always"];
  if (screen === "policies" && policiesSlice.get(state).focus === "document") {
    return ["policy", "list", "global", "always"];
  }
  if (screen === "jobs" && jobsSlice.get(state).log !== null)
    return ["job-log", "jobs", "list", "global", "always"];
  return [screen, "list", "global", "always"];
}

/** The text field that receives typed text. */
export interface FocusedField {
  readonly field: TextField;
  /** Changes the field in the state. The caller applies filters, which query the log. */
  put(field: TextField): Action;
  readonly isFilter: boolean;
}

export function focusedField(state: AppState): FocusedField | null {
  const overlay = topOverlay(state);
  switch (overlay?.kind) {
    case undefined:
      if (navSlice.get(state).screen === "policies" && policiesSlice.get(state).editingFilter) {
        return {
          field: policiesSlice.get(state).filter,
          put: (filter) => setPolicies({ filter, top: 0 }),
          isFilter: false,
        };
      }
      if (navSlice.get(state).screen !== "deliveries" || !deliveriesSlice.get(state).editingFilter)
        return null;
      return {
        field: deliveriesSlice.get(state).field,
        put: (field) => setDeliveries({ field }),
        isFilter: true,
      };
    case "palette":
      return {
        field: overlay.query,
        put: (query) => putOverlay({ ...overlay, query, view: { selected: 0, top: 0 } }),
        isFilter: false,
      };
    case "webhook-form": {
      const { focus } = overlay;
      if (!isTextFormField(focus) || overlay.saving) return null;
      return {
        field: overlay[focus],
        put: (field) => putOverlay(editFormText(overlay, focus, field)),
        isFilter: false,
      };
    }
    case "trigger":
      if (overlay.focus !== "repo" || overlay.sending) return null;
      return {
        field: overlay.repo,
        put: (repo) => putOverlay({ ...overlay, repo, error: null }),
        isFilter: false,
      };
    case "replay":
      if (overlay.target !== "url" || overlay.sending) return null;
      return {
        field: overlay.url,
        put: (url) => putOverlay({ ...overlay, url, error: null }),
        isFilter: false,
      };
    case "forward":
      if (overlay.saving) return null;
      return {
        field: overlay.target,
        put: (target) => putOverlay({ ...overlay, target, error: null }),
        isFilter: false,
      };
    case "comment":
      return {
        field: overlay.field,
        put: (field) => putOverlay({ ...overlay, field }),
        isFilter: false,
      };
    case "confirm":
    case "stray-webhooks":
    case "help":
    case "messages":
    case "activity":
    case "dispatch":
      return null;
  }
}
