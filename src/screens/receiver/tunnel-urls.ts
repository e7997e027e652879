import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ownerOnly, placeFile } from "../../files/place-file.ts";

/** Maximum URLs kept. */
const maxKept = 50;

/** Returns the file of past tunnel URLs, one per line; webhooks may still send to them. */
export function tunnelUrlsPath(dataDir: string): string {
  return join(dataDir, "tunnel-urls");
}

/** Returns the saved URLs, newest last. Lines that are not URLs are skipped. */
export async function readTunnelUrls(dataDir: string): Promise<readonly string[]> {
  try {
    const lines = (await readFile(tunnelUrlsPath(dataDir), "utf8")).split("\n");
    return lines.filter((line) => /^https?:\/\//.test(line) && URL.canParse(line));
  } catch {
    // Without saved URLs, no webhook is considered ours by an old tunnel URL.
    return [];
  }
}

/**
 * Saves a URL in addition to those saved by other apps.
 * @returns all saved URLs
 * @throws the file system's error
 */
export async function saveTunnelUrl(dataDir: string, url: string): Promise<readonly string[]> {
  const known = await readTunnelUrls(dataDir);
  if (known.at(-1) === url) return known;
  const urls = [...known.filter((one) => one !== url), url].slice(-maxKept);
  placeFile(tunnelUrlsPath(dataDir), urls.map((one) => `${one}\n`).join(""), ownerOnly);
  return urls;
}
