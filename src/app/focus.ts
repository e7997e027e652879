import type { Scope } from "./commands/command.ts";
import { editFormText, isTextFormField } from "./overlays/webhook-form.ts";
import type { AppState } from "./state/app-state.ts";
import { withDeliveries } from "./state/deliveries-state.ts";
import { type Overlay, topOverlay, withOverlay } from "./state/overlays.ts";
import { withPolicies } from "./state/policies-state.ts";
import type { TextField } from "./text-field.ts";

/** Overlays that are lists or scrollable text. */
const listKinds: ReadonlySet<Overlay["kind"]> = new Set(["help", "messages", "activity", "dispatch"]);

/** Returns the scopes that receive a key, in order. A dialog is modal: the screen under it receives none. */
export function focusedScopes(state: AppState): readonly Scope[] {
  const overlay = topOverlay(state);
  if (overlay !== null) {
    return listKinds.has(overlay.kind) ? [overlay.kind, "list", "always"] : [overlay.kind, "always"];
  }
  const { screen } = state;
  if (screen === "deliveries" && state.deliveries.editingFilter) return ["filter", "always"];
  if (screen === "deliveries" && state.deliveries.focus === "detail") {
    return ["detail", "deliveries", "list", "global", "always"];
  }
  if (screen === "policies" && state.policies.editingFilter) return ["name-filter", "always"];
  if (screen === "policies" && state.policies.focus === "document") {
    return ["policy", "list", "global", "always"];
  }
  if (screen === "jobs" && state.jobs.log !== null) return ["job-log", "jobs", "list", "global", "always"];
  return [screen, "list", "global", "always"];
}

/** The text field that receives typed text. */
export interface FocusedField {
  readonly field: TextField;
  /** Updates the field in the state. The caller applies filters, which query the log. */
  put(field: TextField): (state: AppState) => AppState;
  readonly isFilter: boolean;
}

export function focusedField(state: AppState): FocusedField | null {
  const overlay = topOverlay(state);
  switch (overlay?.kind) {
    case undefined:
      if (state.screen === "policies" && state.policies.editingFilter) {
        return {
          field: state.policies.filter,
          put: (filter) => withPolicies({ filter, top: 0 }),
          isFilter: false,
        };
      }
      if (state.screen !== "deliveries" || !state.deliveries.editingFilter) return null;
      return { field: state.deliveries.field, put: (field) => withDeliveries({ field }), isFilter: true };
    case "palette":
      return {
        field: overlay.query,
        put: (query) => withOverlay("palette", (open) => ({ ...open, query, view: { selected: 0, top: 0 } })),
        isFilter: false,
      };
    case "webhook-form": {
      const { focus } = overlay;
      if (!isTextFormField(focus) || overlay.saving) return null;
      return {
        field: overlay[focus],
        put: (field) => withOverlay("webhook-form", (form) => editFormText(form, focus, field)),
        isFilter: false,
      };
    }
    case "trigger":
      if (overlay.focus !== "repo" || overlay.sending) return null;
      return {
        field: overlay.repo,
        put: (repo) => withOverlay("trigger", (open) => ({ ...open, repo, error: null })),
        isFilter: false,
      };
    case "replay":
      if (overlay.target !== "url" || overlay.sending) return null;
      return {
        field: overlay.url,
        put: (url) => withOverlay("replay", (open) => ({ ...open, url, error: null })),
        isFilter: false,
      };
    case "forward":
      if (overlay.saving) return null;
      return {
        field: overlay.target,
        put: (target) => withOverlay("forward", (open) => ({ ...open, target, error: null })),
        isFilter: false,
      };
    case "comment":
      return {
        field: overlay.field,
        put: (field) => withOverlay("comment", (open) => ({ ...open, field })),
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
