import { isLoopback } from "./loopback.ts";

/**
 * Returns the address of a page as a URL serializes it; null unless it is one of http or https without user
 * name and password, which make a host look like another one.
 */
export function pageUrl(text: string): string | null {
  const url = pageOf(text);
  return url === null ? null : url.href;
}

/**
 * Returns the address of a page that a click may open: one of the Hub or of this machine. Returns null for
 * any other, because payloads can name any host.
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
