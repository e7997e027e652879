import type { Screen } from "./screen.ts";

/** Waits until nothing on the screen loads or is being sent, so that a picture of it does not contradict itself. */
export function settled(screen: Screen): Promise<void> {
  return screen.waitUntil((now) => !/Loading|⋯ sending/.test(now.text()));
}
