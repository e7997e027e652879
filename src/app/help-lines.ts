import type { Command, Scope } from "./commands/command.ts";
import { focusedScopes } from "./focus.ts";
import type { AppState } from "./state/app-state.ts";

/** Titles of the scopes, in the order of the help. */
export const helpScopes: readonly { readonly scope: Scope; readonly title: string }[] = [
  { scope: "webhooks", title: "Webhooks" },
  { scope: "deliveries", title: "Deliveries" },
  { scope: "detail", title: "Detail of a delivery" },
  { scope: "policies", title: "Policies" },
  { scope: "policy", title: "A policy" },
  { scope: "name-filter", title: "Filter of the policies" },
  { scope: "jobs", title: "Jobs" },
  { scope: "job-log", title: "Output of a run" },
  { scope: "filter", title: "Filter line" },
  { scope: "list", title: "Lists" },
  { scope: "global", title: "Everywhere" },
  { scope: "always", title: "Everywhere, dialogs too" },
  { scope: "webhook-form", title: "Webhook form" },
  { scope: "trigger", title: "Trigger" },
  { scope: "replay", title: "Replay" },
  { scope: "forward", title: "Forward" },
  { scope: "stray-webhooks", title: "Webhooks at an old URL" },
  { scope: "activity", title: "Activity of a webhook" },
  { scope: "dispatch", title: "Attempts of a dispatch" },
  { scope: "comment", title: "Comment on a clause" },
  { scope: "confirm", title: "Confirmations" },
  { scope: "palette", title: "Palette" },
];

export type HelpLine =
  | { readonly kind: "title"; readonly title: string }
  /** `scope` is the title of the section. */
  | { readonly kind: "command"; readonly command: Command; readonly scope: string };

/** Lists all keys, those of the current scopes first. */
export function helpLines(state: AppState, commands: readonly Command[]): readonly HelpLine[] {
  const activeScopes = focusedScopes({ ...state, overlays: [] });
  const ordered = helpScopes.toSorted(
    (one, other) => rank(activeScopes.indexOf(one.scope)) - rank(activeScopes.indexOf(other.scope)),
  );
  return ordered.flatMap(({ scope, title }): HelpLine[] => {
    const listed = commands.filter((command) => command.scope === scope);
    return [
      { kind: "title", title },
      ...listed.map((command): HelpLine => ({ kind: "command", command, scope: title })),
    ];
  });
}

const rank = (index: number) => (index === -1 ? Number.MAX_SAFE_INTEGER : index);
