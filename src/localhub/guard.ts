import { isLoopback } from "../model/loopback.ts";

/**
 * Why a request that came over the network must not be answered; null: it may.
 * A page in a browser on this machine can send requests here. One that reaches a loopback hub under a name of its own (DNS rebinding) is
 * seen by the `Host` header, one from another site by `Origin` and `Sec-Fetch-Site`.
 */
export function refusalReason(headers: Headers, loopbackOnly: boolean): string | null {
  const host = headers.get("host") ?? "";
  if (loopbackOnly && !isLoopback(URL.parse(`http://${host}`)?.hostname ?? "")) {
    return `This hub is not called ${host || "so"}: use localhost or 127.0.0.1`;
  }
  const origin = headers.get("origin");
  const foreign = origin !== null && URL.parse(origin)?.host !== host.toLowerCase();
  if (foreign || headers.get("sec-fetch-site") === "cross-site") {
    return "Requests from other sites are refused";
  }
  return null;
}
