import { UsageError } from "./errors.ts";

/**
 * Scopes and actions the Hub documents (https://huggingface.co/docs/hub/webhooks, "Event"), frequent ones first.
 * Receivers accept unknown scopes; each counts as an update of the broader scope at its start.
 */
export const knownEvents = {
  "repo.content": ["update"],
  repo: ["create", "delete", "move", "update"],
  "repo.config": ["update"],
  discussion: ["create", "delete", "update"],
  "discussion.comment": ["create", "update"],
} as const satisfies Record<string, readonly string[]>;

/** Groups of scopes, to which a webhook can be limited. The start of a scope names its domain. */
export const domains = ["repo", "discussion"] as const;
export type Domain = (typeof domains)[number];

export interface EventName {
  readonly scope: string;
  readonly action: string;
}

/** All events that the Hub documents. */
export const documentedEvents: readonly EventName[] = Object.entries(knownEvents).flatMap(
  ([scope, actions]) => actions.map((action) => ({ scope, action })),
);

/** Returns true if the Hub documents this scope with this action. */
export function isKnownEvent({ scope, action }: EventName): boolean {
  return documentedEvents.some((known) => known.scope === scope && known.action === action);
}

/** Returns the names of all events that the Hub documents: `repo.create`, `repo.delete`, … */
export function knownEventNames(): readonly string[] {
  return documentedEvents.map(({ scope, action }) => `${scope}.${action}`);
}

/**
 * Parses `repo.content.update`: the action follows the last dot. Returns null without a scope or an action.
 */
export function parseEventName(text: string): EventName | null {
  const dot = text.lastIndexOf(".");
  return dot < 1 || dot === text.length - 1
    ? null
    : { scope: text.slice(0, dot), action: text.slice(dot + 1) };
}

/** Returns the domain of a scope; null if it is in none. */
export function domainOf(scope: string): Domain | null {
  return domains.find((domain) => scope === domain || scope.startsWith(`${domain}.`)) ?? null;
}

/**
 * Returns the domain with this name, or null. Accepts `discussions`, as in the type of the Python client; the Hub
 * uses `discussion`.
 */
export function normalizeDomain(text: string): Domain | null {
  const name = text === "discussions" ? "discussion" : text;
  return domains.find((domain) => domain === name) ?? null;
}

/** Parses a domain. @throws {UsageError} the text names no domain */
export function parseDomain(text: string): Domain {
  const domain = normalizeDomain(text);
  if (domain !== null) return domain;
  throw new UsageError({
    what: `"${text}" is not a domain`,
    hint: `Use ${domains.join(" or ")}`,
  });
}

/**
 * Returns true if a webhook with the domains `wanted` fires for a scope. An empty list matches every scope, including
 * scopes without a domain.
 */
export function wantsScope(wanted: readonly string[], scope: string): boolean {
  const domain = domainOf(scope);
  return wanted.length === 0 || (domain !== null && wanted.some((name) => normalizeDomain(name) === domain));
}
