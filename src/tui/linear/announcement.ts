import { type Visible, v } from "../../text/visible.ts";

/** Line of the linear form of the app. */
export interface LinearLine {
  readonly text: Visible;
  /**
   * Announcement mode: `text` when new; `current` (the selected row, the field in use) when changed; `quiet` (other
   * rows, keys) only with the whole screen; `once` only with a screen not seen before.
   */
  readonly role: "text" | "current" | "quiet" | "once";
  /** Text before a current line: `selected 3 of 20`. */
  readonly mark?: Visible;
}

/** Linear form of the app at one moment. */
export interface LinearPage {
  /** Screen, pane and dialogs; a change announces the whole page. */
  readonly place: string;
  readonly lines: readonly LinearLine[];
}

/** Returns all lines of a page. */
export function wholePage({ lines }: LinearPage): readonly Visible[] {
  return lines.map(printed);
}

/** Returns the new lines of a page compared with another, or all at another place. */
export function newLines(before: LinearPage | null, after: LinearPage): readonly Visible[] {
  const known = new Set(before?.lines.map(({ text }) => ageless(text)));
  if (before?.place !== after.place) {
    return after.lines.filter(({ role, text }) => role !== "once" || !known.has(text)).map(printed);
  }
  const current = new Set(
    before.lines.filter(({ role }) => role === "current").map(({ text }) => ageless(text)),
  );
  return after.lines
    .filter(
      ({ role, text }) => role !== "quiet" && !(role === "current" ? current : known).has(ageless(text)),
    )
    .map(printed);
}

function printed({ text, mark }: LinearLine): Visible {
  return mark === undefined ? text : v`${mark}: ${text}`;
}

/** Replaces ages, durations and rates, because their changes are not announced. */
function ageless(text: string): string {
  return text.replaceAll(/\b(?:\d[\d.,]*(?: (?:ms|s|min|h|d)|\/s)|now|new)\b/g, "#");
}
