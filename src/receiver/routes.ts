import { UsageError } from "../model/errors.ts";
import { routeAt, routeFault, routePath, routePrefix } from "../model/url.ts";
import type { RouteAction, RouteSpec } from "./action.ts";
import { type SecretCheck, makeSecretCheck } from "./secret.ts";

/**
 * Meaning of a request target: a route, an unknown route, the landing page, the health check, the metrics, or
 * an unknown path.
 */
export type Place<R extends NamedRoute> = RoutePlace<R> | OtherPlace;

interface NamedRoute {
  /** Name under /webhooks/. */
  readonly name: string;
}

interface RoutePlace<R extends NamedRoute> {
  readonly kind: "route";
  readonly route: R;
}

interface OtherPlace {
  readonly kind: "unknown-route" | "landing" | "health" | "metrics" | "elsewhere";
}

const unknownRoute: OtherPlace = { kind: "unknown-route" };
const landing: OtherPlace = { kind: "landing" };
const health: OtherPlace = { kind: "health" };
const metrics: OtherPlace = { kind: "metrics" };
const elsewhere: OtherPlace = { kind: "elsewhere" };

/**
 * Creates the lookup of request targets (`/webhooks/inbox?x=1`, also in absolute form). A name may have
 * several segments; a target with an encoded slash matches no route.
 * @throws {UsageError} a name is empty, defined twice, or cannot be part of a path
 */
export function makeRouteLookup<R extends NamedRoute>(routes: readonly R[]): (target: string) => Place<R> {
  const byPath = new Map<string, RoutePlace<R>>();
  const byName = new Map<string, RoutePlace<R>>();
  for (const route of routes) {
    refuseBadName(route.name, byName);
    const place: RoutePlace<R> = { kind: "route", route };
    byName.set(route.name, place);
    byPath.set(routePath(route.name), place);
  }
  return (target) => byPath.get(target) ?? lookUpSlowly(target, byName);
}

/**
 * Looks up a target other than the plain path of a route: one with a query, in absolute form, or with
 * unnecessary percent-encoding, with a slash at the end, or a page.
 */
function lookUpSlowly<R extends NamedRoute>(
  target: string,
  byName: ReadonlyMap<string, RoutePlace<R>>,
): Place<R> {
  const path = pathOf(target);
  if (path === "/") return landing;
  if (path === "/healthz") return health;
  if (path === "/metrics") return metrics;
  if (!path.startsWith(routePrefix)) return elsewhere;
  const name = routeAt(path);
  return (name === null ? undefined : byName.get(name)) ?? unknownRoute;
}

function pathOf(target: string): string {
  // A target in absolute form, http://host/path, as sent to proxies, is a URL.
  const path = target.startsWith("/") ? target : (URL.parse(target)?.pathname ?? "");
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}

function refuseBadName(route: string, names: { has(name: string): boolean }): void {
  const why = names.has(route) ? "it is defined twice" : routeFault(route);
  if (why === null) return;
  throw new UsageError({
    what: `"${route}" cannot be a route`,
    why,
    hint: "Use a name such as inbox: it becomes /webhooks/inbox",
  });
}

/** A route with its effective secrets: its own, or those of the receiver. */
export interface Route {
  readonly name: string;
  /** Action for each delivery; null if deliveries are only accepted and logged. */
  readonly action: RouteAction | null;
  readonly checkSecret: SecretCheck;
  /** Accepted secrets; a replay sends the first. Empty if the route is open. */
  readonly secrets: readonly string[];
}

/** Returns the spec of a route. A route given by its name only accepts and logs. */
export function toRouteSpec(route: string | RouteSpec): RouteSpec {
  return typeof route === "string" ? { name: route, action: null } : route;
}

/** Immutable set of routes. A change creates a new table; a request keeps the route it found. */
export interface RouteTable {
  readonly specs: readonly RouteSpec[];
  /** Secrets of the receiver, for routes without their own. */
  readonly secrets: readonly string[];
  /** Checks secrets sent to unknown routes. */
  readonly checkSecret: SecretCheck;
  /** True if a route has no secret; without routes, if the receiver has none. */
  readonly isOpen: boolean;
  find(target: string): Place<Route>;
  named(name: string): Route | null;
}

/** Creates a table of routes. @throws {UsageError} a name or a secret is invalid */
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
