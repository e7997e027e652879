import type { RouteAction, RouteSpec } from "../../receiver/action.ts";

/** Where the routes of a receiver come from. */
export interface RouteSources {
  /** Those that were named, with an action or without. */
  readonly named: readonly RouteSpec[];
  /** One for each file of the directory of handlers. */
  readonly handlers: readonly RouteSpec[];
  /** What those without an action of their own do; null: accept and log. */
  readonly forward: RouteAction | null;
  /** By the name of a route; every other has those of the receiver. */
  readonly secrets: Readonly<Record<string, readonly string[]>>;
}

/**
 * The routes a receiver has: those that were named, then those that only have a handler. Where a route has both, the handler gets its
 * deliveries; when its file goes, the route stays, and is forwarded or logged again.
 */
export function composeRoutes({ named, handlers, forward, secrets }: RouteSources): readonly RouteSpec[] {
  const handlerOf = new Map(handlers.map(({ name, action }) => [name, action]));
  const names = new Set(named.map(({ name }) => name));
  return [...named, ...handlers.filter(({ name }) => !names.has(name))].map((spec) => {
    const own = spec.secrets ?? (Object.hasOwn(secrets, spec.name) ? secrets[spec.name] : undefined);
    const action = handlerOf.get(spec.name) ?? spec.action ?? forward;
    return { name: spec.name, action, ...(own !== undefined && { secrets: own }) };
  });
}
