import { onTestFinished } from "vitest";
import type { Screen, ScreenOptions } from "./screen.ts";
import { startScreen } from "./start-screen.ts";

/** Starts a program on a screen, which is closed after the test. */
export async function openScreen(command: readonly string[], options: ScreenOptions = {}): Promise<Screen> {
  const screen = await startScreen(command, options);
  onTestFinished(() => screen.close());
  return screen;
}
