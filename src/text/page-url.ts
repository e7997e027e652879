import { isLoopback } from "./loopback.ts";

/**
 * Returns the serialized URL of a page. Null unless it is http or https without user name and password, which can
 * disguise the host.
 */
export function pageUrl(text: string): string | null {
  const url = pageOf(text);
  return url === null ? null : url.href;
}

/**
 * Returns the serialized URL if a click may open it: a page of the Hub or of this machine. Otherwise null, because
 * payloads can name any host.
 */
export function clickableUrl(text: string): string | null {
  const url = pageOf(text);
  return url !== null && (url.origin === "https://huggingface.co" || isLoopback(url.hostname))
    ? url.href
    : null;
}

function pageOf(text: string): URL | null {
  const url = URL.parse(text);
  const isPage = url?.protocol === "https:" || url?.protocol === "http:";
  return isPage && url.username === "" && url.password === "" ? url : null;
}
