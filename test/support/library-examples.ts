import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Text of docs/library.md. */
export const libraryPage = readFileSync(join(import.meta.dirname, "../../docs/library.md"), "utf8");

/** Examples of docs/library.md by their headings; `HEADING, again` for the second one below a heading. */
export const libraryExamples: ReadonlyMap<string, string> = readExamples();

function readExamples(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let heading = "";
  for (const [, title, code] of libraryPage.matchAll(/^## (.+)$|^```ts\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else if (code !== undefined) found.set(found.has(heading) ? `${heading}, again` : heading, code);
  }
  return found;
}
