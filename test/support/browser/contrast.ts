import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

const script = readFileSync(join(import.meta.dirname, "contrast-in-page.js"), "utf8");

/** Returns the visible texts of a page with their contrast ratios by WCAG 2.2, from 1 to 21. */
export function textContrasts(page: Page): Promise<readonly (readonly [text: string, ratio: number])[]> {
  return page.evaluate(script);
}
