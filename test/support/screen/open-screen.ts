import { onTestFinished } from "vitest";
import type { ProcessScreen, ScreenOptions } from "./screen.ts";
import { startScreen } from "./start-screen.ts";

/** Starts a program on a screen, which is closed after the test. */
export async function openScreen(
  command: readonly string[],
  options: ScreenOptions = {},
): Promise<ProcessScreen> {
  const screen = await startScreen(command, options);
  onTestFinished(() => screen.close());
  return screen;
}
