import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

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

/** Opens an empty page in a headless Chromium, which is closed after the test. */
export async function openPage(options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const profile = mkdtempSync(join(tmpdir(), "hooklens-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumFile ?? "chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-sync",
    ],
    ...options,
  });
  onTestFinished(async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  return { page, complaints, requests };
}
