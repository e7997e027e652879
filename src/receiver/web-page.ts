import { isLoopback } from "../model/loopback.ts";

/** What of a request's headers tells whether a web page sent it, and by which name it reached this machine; null: the header is not there. */
export interface PageHeaders {
  readonly host: string | null;
  readonly origin: string | null;
  readonly fetchSite: string | null;
}

/** Where a receiver is reached. */
export interface OwnAddresses {
  /** The host it listens on. */
  readonly host: string;
  /** Where senders reach it when that is not where it listens; null: it is. */
  readonly publicUrl: string | null;
}

/** Whether a receiver on loopback was reached by a name that is not its own: a page of that name may have been sent here (DNS rebinding). */
export function hasForeignHost({ host }: PageHeaders, own: OwnAddresses): boolean {
  if (!host || !isLoopback(own.host)) return false;
  return !isLoopback(URL.parse(`http://${host}`)?.hostname ?? "") && !isPublicHost(host, own);
}

/** Whether a page of another site had its visitor's browser send the request: any page can send to this machine. */
export function isFromOtherSite({ host, origin, fetchSite }: PageHeaders, own: OwnAddresses): boolean {
  if (fetchSite === "cross-site" || fetchSite === "same-site") return true;
  if (origin === null) return false;
  const originHost = URL.parse(origin)?.host ?? "";
  return originHost !== host?.toLowerCase() && !isPublicHost(originHost, own);
}

function isPublicHost(host: string, { publicUrl }: OwnAddresses): boolean {
  return publicUrl !== null && URL.parse(publicUrl)?.host === host.toLowerCase();
}
