import type { RouteAction, RouteSpec } from "./action.ts";
import { makeRouteLookup, type Place } from "./routes.ts";
import { makeSecretCheck, type SecretCheck } from "./secret.ts";

/** A route as the receiver has it: its own secrets, or those of the receiver. */
export interface Route {
  readonly name: string;
  /** Null: accept and log. */
  readonly action: RouteAction | null;
  readonly checkSecret: SecretCheck;
  /** Accepted alike; the first is put in on replay. Empty: open to everyone. */
  readonly secrets: readonly string[];
}

/** A route that is given by its name accepts and logs. */
export function toRouteSpec(route: string | RouteSpec): RouteSpec {
  return typeof route === "string" ? { name: route, action: null } : route;
}

/** The routes at one time. A change makes a new table; a request keeps what it found in the one it came to. */
export interface RouteTable {
  readonly specs: readonly RouteSpec[];
  /** Of the receiver: for routes that have none of their own. */
  readonly secrets: readonly string[];
  /** Judges what was sent to no route. */
  readonly checkSecret: SecretCheck;
  /** Some route accepts whatever comes. */
  readonly isOpen: boolean;
  find(target: string): Place<Route>;
  named(name: string): Route | null;
}

/** @throws {RouteNameError | SecretFormatError} */
export function makeRouteTable(specs: readonly RouteSpec[], secrets: readonly string[]): RouteTable {
  const checkSecret = makeSecretCheck(secrets);
  const routes = specs.map((spec): Route => ({
    name: spec.name,
    action: spec.action,
    checkSecret: spec.secrets === undefined ? checkSecret : makeSecretCheck(spec.secrets),
    secrets: spec.secrets ?? secrets,
  }));
  const byName = new Map(routes.map((route) => [route.name, route]));
  return {
    specs,
    secrets,
    checkSecret,
    isOpen: routes.length === 0 ? secrets.length === 0 : routes.some((route) => route.secrets.length === 0),
    find: makeRouteLookup(routes),
    named: (name) => byName.get(name) ?? null,
  };
}
