import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

const script = readFileSync(join(import.meta.dirname, "contrast-in-page.js"), "utf8");

/** Every piece of text the page shows, with its contrast to what is behind it: 1 to 21, as WCAG 2.2 defines it. */
export function textContrasts(page: Page): Promise<readonly (readonly [text: string, ratio: number])[]> {
  return page.evaluate(script);
}
