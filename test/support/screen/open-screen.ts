import { onTestFinished } from "vitest";
import type { Screen, ScreenOptions } from "./screen.ts";
import { startScreen } from "./start-screen.ts";

/** Starts a program on a screen for the length of the running test. */
export async function openScreen(command: readonly string[], options: ScreenOptions = {}): Promise<Screen> {
  const screen = await startScreen(command, options);
  onTestFinished(() => screen.close());
  return screen;
}
