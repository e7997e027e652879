import type { Tone } from "../text/line.ts";

/** Style of a tone in Ink. */
export interface Look {
  readonly color?: string;
  readonly bold?: boolean;
  readonly dimColor?: boolean;
}

export type Theme = Readonly<Record<Tone, Look>>;

/** Colors of the terminal's palette of 16. Color is never the only signal. */
const dark: Theme = {
  plain: {},
  strong: { bold: true },
  muted: { color: "gray" },
  accent: { color: "cyan" },
  ok: { color: "green" },
  warn: { color: "yellow" },
  error: { color: "red" },
};

/** Theme for a light background, on which cyan and yellow are unreadable. */
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
 * Returns the colorless theme if `noColor` or `NO_COLOR` is set; otherwise the theme of `HOOKLENS_THEME`
 * (`light` or `dark`); otherwise `light` if `COLORFGBG` (for example `0;15`, foreground and background) names a
 * light background, else `dark`.
 */
export function chooseTheme(env: Readonly<Record<string, string | undefined>>, noColor: boolean): Theme {
  if (noColor || (env["NO_COLOR"] ?? "") !== "") return colorless;
  if (env["HOOKLENS_THEME"] === "light") return light;
  if (env["HOOKLENS_THEME"] === "dark") return dark;
  const background = Number(env["COLORFGBG"]?.split(";").at(-1) ?? Number.NaN);
  return background === 7 || background === 15 ? light : dark;
}
