import type { Screen } from "./screen.ts";

/** Clicks on the first text that matches. */
export function clickOn(screen: Screen, text: string): void {
  const y = screen.row(new RegExp(RegExp.escape(text)));
  screen.click(screen.line(y).indexOf(text), y);
}
