import { isLoopback } from "../../model/url.ts";
import type { ActionResponse } from "../action.ts";
import type { DeliveryHeaders } from "../headers.ts";
import { errorResponse } from "../responses.ts";
import { makeSecretCheck } from "../secret.ts";
import { tunnelProviders } from "../tunnel/providers.ts";

/** A request for metrics. */
interface MetricsRequest {
  /** Address of the connection. */
  readonly peer: string;
  readonly headers: Pick<DeliveryHeaders, "logged" | "page">;
  /** Value of Authorization, which the log redacts; null if it is missing. */
  readonly authorization: string | null;
  /** Public URL of the receiver; null if there is none. */
  readonly publicUrl: string | null;
}

/** Headers that proxies add. */
const addedByProxies = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-.*)$/i;

/** Returns true for a header that a proxy or a tunnel adds. */
function isAddedByProxy(name: string): boolean {
  if (addedByProxies.test(name)) return true;
  const lower = name.toLowerCase();
  return tunnelProviders.some(({ headerPrefix }) => headerPrefix !== null && lower.startsWith(headerPrefix));
}

const fresh = ["Cache-Control", "no-store"];
const needsToken = errorResponse(401, "Send the metrics token as Authorization: Bearer TOKEN.", [
  ...fresh,
  "WWW-Authenticate",
  'Bearer realm="metrics"',
]);
const wrongToken = errorResponse(403, "Invalid metrics token.", fresh);
const notLocal = errorResponse(
  403,
  "Without a metrics token only this machine gets metrics, directly. Set one with --metrics-token or the setting receiver.metricsToken.",
  fresh,
);

/**
 * Creates the check of requests for metrics. It returns the refusal; null if the request is allowed. With a
 * token every request needs it. Without one, only a direct request of this machine is allowed: a tunnel and a
 * proxy connect from this machine, too.
 * @throws {UsageError} the token cannot be sent in a header
 */
export function makeMetricsAccess(token: string | null): (request: MetricsRequest) => ActionResponse | null {
  const check = makeSecretCheck(token === null ? [] : [token]);
  return ({ peer, headers, authorization, publicUrl }) => {
    const given = /^Bearer +(?<token>\S+)$/i.exec(authorization ?? "")?.groups?.["token"] ?? null;
    switch (check(given)) {
      case "ok":
        return null;
      case "missing":
        return needsToken;
      case "wrong":
        return wrongToken;
      default: {
        const { host } = headers.page;
        const isDirect =
          publicUrl === null &&
          isLoopback(peer) &&
          isLoopback(URL.parse(`http://${host ?? ""}`)?.hostname ?? "") &&
          !headers.logged.some(([name]) => isAddedByProxy(name));
        return isDirect ? null : notLocal;
      }
    }
  };
}
