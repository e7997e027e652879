/** Returns the address of a page as a URL serializes it; null unless it is one of http or https. */
export function pageUrl(text: string): string | null {
  const url = URL.parse(text);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}
