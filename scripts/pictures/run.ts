// Writes pictures/: every screen and dialog in its states, at many sizes, as text and SVG, with an index.html.
// Run after `npm run build`; arguments are the screens, dialogs and parts to draw.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { errorText } from "../../src/model/errors.ts";
import { drawOnce, drawSizes, readerSize, sizes, startSize } from "./draw.ts";
import { fill } from "./fill.ts";
import { type DrawnState, indexPage } from "./index-page.ts";
import { missingPictures } from "./missing.ts";
import type { Pictures } from "./pictures.ts";
import { type Place, startApp } from "./start-app.ts";
import { allPictures } from "./steps/index.ts";

const output = join(import.meta.dirname, "..", "..", "pictures");
/** Apps at a time; each waits for the screen most of the time. */
const places = 4;
const firstPort = 8_860;

const named = process.argv.slice(2);
const wanted = allPictures.filter(({ of }) => named.length === 0 || named.includes(of));
const unknown = named.filter((name) => !allPictures.some(({ of }) => of === name));
if (unknown.length > 0) throw new TypeError(`no pictures of ${unknown.join(", ")}`);

const missing = missingPictures();
if (missing.length > 0) throw new TypeError(`no steps for pictures of ${missing.join(", ")}`);

const startedMs = performance.now();
const scratch = mkdtempSync(join(tmpdir(), "hooklens-pictures-"));
const drawn = new Map<Pictures, DrawnState[]>();
const failures: string[] = [];
if (named.length === 0) rmSync(output, { recursive: true, force: true });
for (const { of } of wanted) rmSync(join(output, of), { recursive: true, force: true });
mkdirSync(output, { recursive: true });

const queue = wanted.values();
await Promise.all(Array.from({ length: places }, (_, index) => work(index)));
rmSync(scratch, { recursive: true });
const inOrder = wanted.flatMap((pictures) => drawn.get(pictures) ?? []);
if (named.length === 0) writeFileSync(join(output, "index.html"), indexPage(inOrder));
const count = inOrder.reduce((sum, { names }) => sum + names.length, 0);
console.log(`${count} pictures in ${Math.round((performance.now() - startedMs) / 1000)} s: ${output}`);
for (const failure of failures) console.error(`\n${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Takes pictures from the queue until it is empty. */
async function work(index: number): Promise<void> {
  const ports = { receiver: firstPort + index, hub: firstPort + 10 + index };
  const filled = await fillPlace({ ports, filled: null }, join(scratch, String(index)));
  for (const pictures of queue) {
    const states: DrawnState[] = [];
    drawn.set(pictures, states);
    try {
      await take(pictures, { ports, filled }, states);
    } catch (error) {
      const done = states.at(-1)?.state ?? "the start";
      failures.push(`✗ ${pictures.of}, after ${done}: ${errorText(error)}`);
    }
  }
}

/** Fills the data directory of a place and returns its copy. */
async function fillPlace(place: Place, copy: string): Promise<string> {
  await using app = await startApp(place, { data: "filled" }, startSize);
  await fill(app);
  app.screen.press("ctrl+c");
  await app.screen.exit;
  cpSync(app.dataDir, copy, { recursive: true });
  return copy;
}

/** Draws the states of one run; of the first run of each screen and dialog, the first state for a screen reader, too. */
async function take(pictures: Pictures, place: Place, states: DrawnState[]): Promise<void> {
  const { of, start: given = {} } = pictures;
  const directory = join(output, of);
  await using resources = new AsyncDisposableStack();
  const start = typeof given === "function" ? await given(resources) : given;
  {
    await using app = await startApp(place, start, startSize);
    for await (const state of pictures.states(app)) {
      states.push({
        of,
        state,
        names: await drawSizes(app.screen, directory, state, pictures.sizes ?? sizes),
      });
    }
  }
  // A window that is too small shows one line in either mode.
  if (pictures.sizes !== undefined || allPictures.find((other) => other.of === of) !== pictures) return;
  await using app = await startApp(place, start, readerSize, true);
  for await (const state of pictures.states(app)) {
    states.push({
      of,
      state: `${state}, as text`,
      names: [await drawOnce(app.screen, directory, `${state}-reader`)],
    });
    return;
  }
}
