import { secretIn } from "../../model/secret.ts";
import type { Environment, Setting } from "./setting.ts";

/** Secrets of single routes, by route name. */
export type RouteSecrets = Readonly<Record<string, string | readonly string[]>>;

const routeVariable = /^WEBHOOK_SECRET_([A-Z0-9_]+)$/;

/**
 * Adds the route secrets of the environment, which take precedence: `WEBHOOK_SECRET_NEW_DATA` belongs to the route
 * `new-data`.
 */
export function withRouteVariables(
  configured: Setting<RouteSecrets>,
  { env }: { readonly env: Environment },
): Setting<RouteSecrets> {
  const found = Object.entries(env).flatMap(([variable, secret]) => {
    const name = routeVariable.exec(variable)?.[1];
    return name === undefined || !secret
      ? []
      : [{ variable, route: name.toLowerCase().replaceAll("_", "-"), secret: secretIn(secret) }];
  });
  if (found.length === 0) return configured;
  const from = found.map(({ variable }) => variable);
  if (configured.source !== "default") from.push(configured.from);
  return {
    value: { ...configured.value, ...Object.fromEntries(found.map(({ route, secret }) => [route, secret])) },
    source: "env",
    from: from.join(" and "),
  };
}
