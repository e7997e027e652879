import type { Tone } from "../text/line.ts";

/** Style of a tone in Ink. */
export interface Look {
  readonly color?: string;
  readonly bold?: boolean;
  readonly dimColor?: boolean;
}

export type Theme = Readonly<Record<Tone, Look>>;

/** Uses the terminal's 16 colors; every tone also has a glyph or a word. */
const dark: Theme = {
  plain: {},
  strong: { bold: true },
  muted: { color: "gray" },
  accent: { color: "cyan" },
  ok: { color: "green" },
  warn: { color: "yellow" },
  error: { color: "red" },
};

/** Cyan and yellow are unreadable on white. */
const light: Theme = { ...dark, accent: { color: "blue" }, warn: { color: "magenta" } };

const colorless: Theme = {
  plain: {},
  strong: { bold: true },
  muted: { dimColor: true },
  accent: {},
  ok: {},
  warn: {},
  error: { bold: true },
};

/**
 * Returns the theme: colorless under `NO_COLOR`, otherwise `HOOKLENS_THEME` (`light` or `dark`), or a guess
 * from `COLORFGBG` (set by rxvt, Konsole and others: `15;0`, foreground and background).
 */
export function chooseTheme(env: Readonly<Record<string, string | undefined>>, noColor: boolean): Theme {
  if (noColor || (env["NO_COLOR"] ?? "") !== "") return colorless;
  if (env["HOOKLENS_THEME"] === "light") return light;
  if (env["HOOKLENS_THEME"] === "dark") return dark;
  const background = Number(env["COLORFGBG"]?.split(";").at(-1) ?? Number.NaN);
  return background === 7 || background === 15 ? light : dark;
}
