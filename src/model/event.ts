/**
 * Scopes and actions the Hub documents (https://huggingface.co/docs/hub/webhooks, "Event").
 * A receiver must take others too: an unknown scope counts as an update of the broader one it starts with.
 */
export const knownEvents = {
  repo: ["create", "delete", "move", "update"],
  "repo.content": ["update"],
  "repo.config": ["update"],
  discussion: ["create", "delete", "update"],
  "discussion.comment": ["create", "update"],
} as const satisfies Record<string, readonly string[]>;

export interface EventName {
  readonly scope: string;
  readonly action: string;
}

/** Whether the Hub documents this scope with this action. */
export function isKnownEvent({ scope, action }: EventName): boolean {
  const known: Readonly<Record<string, readonly string[]>> = knownEvents;
  return Object.hasOwn(known, scope) && known[scope]?.includes(action) === true;
}

/** `repo.create`, `repo.delete`, …: every event the Hub documents. */
export function knownEventNames(): readonly string[] {
  return Object.entries(knownEvents).flatMap(([scope, actions]) =>
    actions.map((action) => `${scope}.${action}`),
  );
}

/** The two groups of scopes a webhook can be limited to. */
export const domains = ["repo", "discussion"] as const;
export type Domain = (typeof domains)[number];

/** The domain a scope belongs to, or null for one that is in neither. */
export function domainOf(scope: string): Domain | null {
  return domains.find((domain) => scope === domain || scope.startsWith(`${domain}.`)) ?? null;
}

/** Both spellings are in use (`discussions` in the Python client's own type); the Hub answers `discussion`. Null: neither. */
export function normalizeDomain(text: string): Domain | null {
  const name = text === "discussions" ? "discussion" : text;
  return domains.find((domain) => domain === name) ?? null;
}

/** `repo.content.update` as scope and action: the action is what follows the last dot. Null where there is no dot. */
export function parseEventName(text: string): EventName | null {
  const dot = text.lastIndexOf(".");
  return dot < 1 || dot === text.length - 1
    ? null
    : { scope: text.slice(0, dot), action: text.slice(dot + 1) };
}
