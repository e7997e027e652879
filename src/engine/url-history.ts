import { join } from "node:path";
import { readTextWithin } from "../files/read-file.ts";
import { ownerOnly, writeFileAtomic } from "../files/write-file-atomic.ts";

/** Maximum URLs in a file. */
const maxKept = 50;

/** File of the data directory with URLs that were used, one per line. */
export interface UrlHistory {
  readonly path: string;
  /** Returns the saved URLs, newest last; none if the file cannot be read. Other lines are skipped. */
  read(): Promise<readonly string[]>;
  /**
   * Saves a URL as the newest, after those that other apps saved.
   * @returns all saved URLs
   * @throws the file system's error
   */
  save(url: string): Promise<readonly string[]>;
}

/** Returns the history of past and current tunnel URLs. */
export function tunnelUrls(dataDir: string): UrlHistory {
  return urlHistory(join(dataDir, "tunnel-urls"));
}

/** Returns the history of targets to which deliveries were forwarded. */
export function forwardTargets(dataDir: string): UrlHistory {
  return urlHistory(join(dataDir, "forward-targets"));
}

function urlHistory(path: string): UrlHistory {
  async function read(): Promise<readonly string[]> {
    try {
      const lines = readTextWithin(path).split("\n");
      return lines.filter((line) => /^https?:\/\//.test(line) && URL.canParse(line));
    } catch {
      // Old URLs are then unknown.
      return [];
    }
  }
  return {
    path,
    read,
    async save(url) {
      const known = await read();
      if (known.at(-1) === url) return known;
      const urls = [...known.filter((one) => one !== url), url].slice(-maxKept);
      writeFileAtomic(path, urls.map((one) => `${one}\n`).join(""), ownerOnly);
      return urls;
    },
  };
}
