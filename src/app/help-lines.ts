import type { Command, Scope } from "./commands/command.ts";
import { screenScopes } from "./focus.ts";
import type { AppState } from "./slice.ts";

/** Titles of the scopes, in the order of the help. */
export const helpScopes: readonly { readonly scope: Scope; readonly title: string }[] = [
  { scope: "webhooks", title: "Webhooks" },
  { scope: "deliveries", title: "Deliveries" },
  { scope: "detail", title: "Delivery detail" },
  { scope: "policies", title: "Policies" },
  { scope: "policy", title: "Policy" },
  { scope: "name-filter", title: "Policy filter" },
  { scope: "jobs", title: "Jobs" },
  { scope: "job-log", title: "Run output" },
  { scope: "filter", title: "Delivery filter" },
  { scope: "list", title: "Lists" },
  { scope: "global", title: "Everywhere" },
  { scope: "always", title: "Everywhere, including dialogs" },
  { scope: "webhook-form", title: "Webhook form" },
  { scope: "trigger", title: "Trigger dialog" },
  { scope: "replay", title: "Replay dialog" },
  { scope: "forward", title: "Forward dialog" },
  { scope: "stray-webhooks", title: "Old tunnel URLs" },
  { scope: "activity", title: "Webhook activity" },
  { scope: "dispatch", title: "Dispatch attempts" },
  { scope: "comment", title: "Clause comment" },
  { scope: "confirm", title: "Confirmation" },
  { scope: "palette", title: "Command palette" },
];

export type HelpLine =
  | { readonly kind: "title"; readonly title: string }
  /** `scope` is the title of the section. */
  | { readonly kind: "command"; readonly command: Command; readonly scope: string };

/** Lists all keys, those of the current scopes first. */
export function helpLines(state: AppState, commands: readonly Command[]): readonly HelpLine[] {
  const activeScopes = screenScopes(state);
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
