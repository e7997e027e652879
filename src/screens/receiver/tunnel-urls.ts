import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ownerOnly, placeFile } from "../../files/place-file.ts";

/** Maximum URLs in the file. */
const maxKept = 50;

/** Returns the path of the file with past and current tunnel URLs, one per line. */
export function tunnelUrlsPath(dataDir: string): string {
  return join(dataDir, "tunnel-urls");
}

/** Returns the saved URLs, newest last; none if the file cannot be read. Other lines are skipped. */
export async function readTunnelUrls(dataDir: string): Promise<readonly string[]> {
  try {
    const lines = (await readFile(tunnelUrlsPath(dataDir), "utf8")).split("\n");
    return lines.filter((line) => /^https?:\/\//.test(line) && URL.canParse(line));
  } catch {
    // Old tunnel URLs are then not recognized.
    return [];
  }
}

/**
 * Saves a URL as the newest, after those that other apps saved.
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
