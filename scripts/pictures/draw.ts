import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Screen } from "../../test/support/screen/screen.ts";
import type { Size } from "./pictures.ts";

/** Size in which the app starts and goes from state to state. */
export const startSize: Size = [120, 40];

export const sizes: readonly Size[] = [
  startSize,
  [80, 24],
  [100, 30],
  [200, 50],
  [160, 50],
  [60, 15],
  [40, 10],
];

/** Size for the text of a screen reader. */
export const readerSize: Size = [100, 40];

/** Time without output after which a screen counts as drawn, in milliseconds. */
const quietMs = 120;

/** Draws a state in each size and returns to the start size. @returns the names of the files without extension */
export async function drawSizes(
  screen: Screen,
  directory: string,
  state: string,
  wanted: readonly Size[],
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const [columns, rows] of wanted) {
    await resize(screen, [columns, rows]);
    names.push(writePicture(screen, directory, `${state}-${columns}x${rows}`));
  }
  await resize(screen, startSize);
  return names;
}

/** Draws a state in the current size. @returns the name of the files without extension */
export async function drawOnce(screen: Screen, directory: string, state: string): Promise<string> {
  await settled(screen);
  return writePicture(screen, directory, state);
}

/** Resizes the window and waits for the frame of that size; a clock may draw one of the last size meanwhile. */
async function resize(screen: Screen, [columns, rows]: Size): Promise<void> {
  if (screen.columns !== columns || screen.rows !== rows) {
    const grows = rows > screen.rows;
    screen.resize(columns, rows);
    const stale = screen.line(0);
    // The new frame reaches a new status line; in a smaller window it replaces what is left of the old one.
    await screen.waitUntil((now) => (grows ? now.line(rows - 2) !== "" : now.line(0) !== stale));
  }
  await settled(screen);
}

/** Resolves when the app has written nothing for a while. Rows and details are loaded after a resize. */
async function settled(screen: Screen): Promise<void> {
  for (let length = -1; length !== screen.raw.length;) {
    length = screen.raw.length;
    await pause(quietMs);
  }
}

function writePicture(screen: Screen, directory: string, name: string): string {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, name);
  writeFileSync(`${path}.txt`, `${screen.text()}\n`);
  writeFileSync(`${path}.svg`, screen.svg());
  return name;
}
