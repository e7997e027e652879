import { renameSync, writeFileSync } from "node:fs";
import process from "node:process";
import type { Screen } from "../../../test/support/screen/screen.ts";
import type { PicturedApp } from "../pictures.ts";

/** Presses Esc and waits until a text has left the screen. */
export async function leave(screen: Screen, text: string): Promise<void> {
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes(text));
}

/** Kills the engine and takes its data directory away, so that it cannot start again. */
export function loseEngine({ dataDir, role }: PicturedApp): void {
  const { pid } = role("receiver");
  renameSync(dataDir, `${dataDir}-gone`);
  writeFileSync(dataDir, "");
  process.kill(pid, "SIGKILL");
}

/** Runs a command of the palette by its title. */
export async function runCommand(screen: Screen, title: string): Promise<void> {
  screen.press(":");
  screen.type(title);
  await screen.waitFor(title);
  screen.press("enter");
}
