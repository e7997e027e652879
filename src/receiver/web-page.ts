import { isLoopback } from "../model/url.ts";

/**
 * Headers that show the host to which a request was sent and whether a web page made the browser send it;
 * null if missing.
 */
export interface PageHeaders {
  readonly host: string | null;
  readonly origin: string | null;
  readonly fetchSite: string | null;
}

/** Addresses of a receiver. */
export interface OwnAddresses {
  /** Listening host. */
  readonly host: string;
  /** Public URL if it differs from the listening address; null otherwise. */
  readonly publicUrl: string | null;
}

/**
 * Returns true if a request to a receiver on loopback names a host that is neither loopback nor that of the
 * public URL, as in DNS rebinding.
 */
export function hasForeignHost({ host }: PageHeaders, own: OwnAddresses): boolean {
  if (!host || !isLoopback(own.host)) return false;
  return !isLoopback(URL.parse(`http://${host}`)?.hostname ?? "") && !isPublicHost(host, own);
}

/** Returns true if a page of another origin made the browser send the request. */
export function isFromOtherSite({ host, origin, fetchSite }: PageHeaders, own: OwnAddresses): boolean {
  if (fetchSite === "cross-site" || fetchSite === "same-site") return true;
  if (origin === null) return false;
  const originHost = URL.parse(origin)?.host ?? "";
  return originHost !== host?.toLowerCase() && !isPublicHost(originHost, own);
}

function isPublicHost(host: string, { publicUrl }: OwnAddresses): boolean {
  return publicUrl !== null && URL.parse(publicUrl)?.host === host.toLowerCase();
}
