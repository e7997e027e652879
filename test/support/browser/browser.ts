import { existsSync } from "node:fs";
import process from "node:process";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { onRelease, shared } from "../shared.ts";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Path of Chromium, or of the browser in `HOOKLENS_CHROMIUM`; null if there is none, which skips tests. */
export const chromiumFile: string | null =
  process.env["HOOKLENS_CHROMIUM"] ?? places.find(existsSync) ?? null;

/** Page of a real browser, and its recorded activity. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors and warnings of the console, and uncaught errors. */
  readonly complaints: readonly string[];
  /** URLs of all requests, in order. */
  readonly requests: readonly string[];
}

/**
 * Starts a headless Chromium for the tests of the file or `describe` block that calls this. Returns a function that opens
 * an empty page with cookies, cache and options of its own, closed after the test.
 */
export function sharedBrowser(): (options?: BrowserContextOptions) => Promise<WatchedPage> {
  const browser = shared(async () => {
    const started = await chromium.launch({
      executablePath: chromiumFile ?? "chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-sync",
      ],
    });
    onRelease(() => started.close());
    return started;
  });

  return async function openPage(options = {}) {
    const context = await browser().newContext(options);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => requests.push(request.url()));
    return { page, complaints, requests };
  };
}
