import { firstSecret, secretsOf } from "../../model/accepted-secrets.ts";
import type { Settings } from "./settings.ts";

type SecretSettings = Pick<Settings["receiver"], "secret" | "routeSecrets">;

/** The secret that is put in when a delivery of a route is replayed; null: there is none. */
export function secretOfRoute({ secret, routeSecrets }: SecretSettings, route: string | null): string | null {
  const { value: ofRoutes } = routeSecrets;
  const own = route !== null && Object.hasOwn(ofRoutes, route) ? ofRoutes[route] : undefined;
  return firstSecret(own ?? secret.value);
}

/** Every secret that is configured, so that none gets into a log. */
export function allSecrets({ secret, routeSecrets }: SecretSettings): readonly string[] {
  return [...secretsOf(secret.value), ...Object.values(routeSecrets.value).flatMap(secretsOf)];
}
