import { type Visible, v } from "../../text/visible.ts";
import type { App } from "../records/command.ts";
import type { Theme } from "../theme.ts";
import { type LinearPage, newLines, wholePage } from "./announcement.ts";
import { linearPage } from "./linear-page.ts";

/** Output of a running app. */
export interface View {
  /** Shows the app at the size in its state. */
  resized(): void;
  setTheme(theme: Theme): void;
  /** Leaves the terminal to `work`, then shows everything again. */
  lend(work: () => Promise<void>): Promise<void>;
  /** Resolves after the first output. */
  readonly shown: Promise<void>;
}

/** Minimum time between two announcements in milliseconds: a screen reader reads each one aloud. */
const intervalMs = 500;
/** Wait for the other effects of a key, in milliseconds. */
const shortestMs = 30;

/**
 * Writes the page of the app, then its new lines at most twice a second.
 * @param write called with lines, to write each to a new row
 * @param onError called with an error of drawing
 */
export function speak(
  app: Pick<App, "store" | "registry">,
  write: (lines: readonly Visible[]) => void,
  onError: (error: unknown) => void,
): View {
  let known: LinearPage | null = null;
  let announcedAtMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isLent = false;

  function announce(linesOf: (page: LinearPage) => readonly Visible[]): void {
    try {
      const page = linearPage(app.store.get(), app.registry);
      const lines = linesOf(page);
      known = page;
      announcedAtMs = performance.now();
      if (lines.length > 0) write(lines);
    } catch (error) {
      onError(error);
    }
  }

  app.store.subscribe(() => {
    const waitMs = Math.max(shortestMs, announcedAtMs + intervalMs - performance.now());
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!isLent) announce((page) => newLines(known, page));
    }, waitMs);
  });
  announce(wholePage);
  return {
    resized() {},
    setTheme() {},
    async lend(work) {
      isLent = true;
      write([v``]);
      try {
        await work();
      } finally {
        isLent = false;
        announce(wholePage);
      }
    },
    shown: Promise.resolve(),
  };
}
