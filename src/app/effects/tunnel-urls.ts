import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ownerOnly, placeFile } from "../../files/place-file.ts";

/** Webhooks that still point at one older than these have been failing for long. */
const mostKept = 50;

/** Where the URLs that tunnels had are kept, one a line: a webhook made yesterday may still send to one of them. */
export function tunnelUrlsPath(dataDir: string): string {
  return join(dataDir, "tunnel-urls");
}

/** The newest last; a line that is no URL is passed over. */
export async function readTunnelUrls(dataDir: string): Promise<readonly string[]> {
  try {
    const lines = (await readFile(tunnelUrlsPath(dataDir), "utf8")).split("\n");
    return lines.filter((line) => /^https?:\/\//.test(line) && URL.canParse(line));
  } catch {
    // None was kept yet, or they cannot be read: then none is known, and no webhook is taken for one of ours.
    return [];
  }
}

/**
 * Keeps one more, beside what another app of this directory has kept meanwhile.
 * @returns all of them
 * @throws the file system's error
 */
export async function keepTunnelUrl(dataDir: string, url: string): Promise<readonly string[]> {
  const known = await readTunnelUrls(dataDir);
  if (known.at(-1) === url) return known;
  const urls = [...known.filter((one) => one !== url), url].slice(-mostKept);
  placeFile(tunnelUrlsPath(dataDir), urls.map((one) => `${one}\n`).join(""), ownerOnly);
  return urls;
}
