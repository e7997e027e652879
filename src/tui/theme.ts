import type { Tone } from "../text/line.ts";

/** How Ink draws a tone. */
export interface Look {
  readonly color?: string;
  readonly bold?: boolean;
  readonly dimColor?: boolean;
}

export type Theme = Readonly<Record<Tone, Look>>;

/** Sixteen colors, as the person's terminal defines them; every tone has a glyph or a word beside it. */
const dark: Theme = {
  plain: {},
  strong: { bold: true },
  muted: { color: "gray" },
  accent: { color: "cyan" },
  ok: { color: "green" },
  warn: { color: "yellow" },
  error: { color: "red" },
};

/** Cyan and yellow cannot be read on white. */
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
 * The theme for a terminal: none under `NO_COLOR`, else light or dark as `HOOKLENS_THEME` says or as `COLORFGBG`
 * (set by rxvt, Konsole and others: `15;0`, foreground and background by number) lets us guess.
 */
export function chooseTheme(env: Readonly<Record<string, string | undefined>>, noColor: boolean): Theme {
  if (noColor || (env["NO_COLOR"] ?? "") !== "") return colorless;
  if (env["HOOKLENS_THEME"] === "light") return light;
  if (env["HOOKLENS_THEME"] === "dark") return dark;
  const background = Number(env["COLORFGBG"]?.split(";").at(-1) ?? Number.NaN);
  return background === 7 || background === 15 ? light : dark;
}
