import { routePath, routePrefix } from "../model/url.ts";
import { RouteNameError } from "./errors.ts";

/** What a request's target names: a route, another place under the prefix, the landing page, the health, or nothing of ours. */
export type Place<R extends NamedRoute> = RoutePlace<R> | OtherPlace;

interface NamedRoute {
  /** Under /webhooks/. */
  readonly name: string;
}

interface RoutePlace<R extends NamedRoute> {
  readonly kind: "route";
  readonly route: R;
}

interface OtherPlace {
  readonly kind: "unknown-route" | "landing" | "health" | "elsewhere";
}

const unknownRoute: OtherPlace = { kind: "unknown-route" };
const landing: OtherPlace = { kind: "landing" };
const health: OtherPlace = { kind: "health" };
const elsewhere: OtherPlace = { kind: "elsewhere" };

/**
 * Makes the lookup from a request target (`/webhooks/inbox?x=1`, also in absolute form) to its place.
 * A name may have several segments. An encoded slash is part of a segment and never ends one.
 * @throws {RouteNameError} for a name that is empty, there twice, or could not be part of a path
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

/** For every spelling but the plain one: query, absolute form, percent-encoding that was not needed. */
function lookUpSlowly<R extends NamedRoute>(
  target: string,
  byName: ReadonlyMap<string, RoutePlace<R>>,
): Place<R> {
  const path = pathOf(target);
  if (path === "/") return landing;
  if (path === "/healthz") return health;
  if (!path.startsWith(routePrefix)) return elsewhere;
  const segments = path.slice(routePrefix.length).split("/").map(decodeSegment);
  if (segments.some((segment) => segment === null || segment.includes("/"))) return unknownRoute;
  return byName.get(segments.join("/")) ?? unknownRoute;
}

function pathOf(target: string): string {
  // In absolute form, http://host/path, as a proxy is asked.
  const path = target.startsWith("/") ? target : (URL.parse(target)?.pathname ?? "");
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A stray percent sign, or bytes that are not UTF-8: no route has such a name.
    return null;
  }
}

function refuseBadName(route: string, names: { has(name: string): boolean }): void {
  const segments = route.split("/");
  const why = names.has(route)
    ? "it is there twice"
    : segments.includes("") || segments.includes(".") || segments.includes("..")
      ? "a part of its path is empty or only dots"
      : /[\p{Cc}\p{Cs}]/u.test(route)
        ? "it has a control character in it"
        : null;
  if (why === null) return;
  throw new RouteNameError({
    what: `"${route}" cannot be a route`,
    why,
    hint: "Use a name such as inbox: it becomes /webhooks/inbox",
  });
}
