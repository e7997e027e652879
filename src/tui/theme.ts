import type { ThemeName, ThemeSetting } from "../model/interface-settings.ts";
import type { Background } from "../terminal/background.ts";
import type { Tone } from "../text/line.ts";

/** Style of a tone in Ink. */
export interface Look {
  readonly color?: string;
  readonly bold?: boolean;
  readonly dimColor?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

/** Looks of tones, of the selected row, and of rows that may be out of date. */
export type Theme = Readonly<Record<Tone | "selection" | "stale", Look>>;

/** Colors of the terminal's palette of 16. Color is never the only signal. */
const dark: Theme = {
  plain: {},
  strong: { bold: true },
  muted: { color: "gray" },
  accent: { color: "cyan" },
  ok: { color: "green" },
  warn: { color: "yellow" },
  error: { color: "red" },
  selection: { inverse: true },
  stale: { dimColor: true },
};

/** Theme for a light background, on which cyan and yellow are unreadable. */
const light: Theme = { ...dark, accent: { color: "blue" }, warn: { color: "magenta" } };

/** Theme in the terminal's own foreground, which is the clearest color on any background. */
const highContrast: Theme = {
  plain: {},
  strong: { bold: true },
  muted: {},
  accent: { bold: true },
  ok: { bold: true },
  warn: { bold: true },
  error: { bold: true, underline: true },
  selection: { inverse: true, bold: true },
  stale: {},
};

const colorless: Theme = {
  plain: {},
  strong: { bold: true },
  muted: { dimColor: true },
  accent: {},
  ok: {},
  warn: {},
  error: { bold: true },
  selection: { inverse: true },
  stale: { dimColor: true },
};

const themes: Readonly<Record<Exclude<ThemeName, "auto">, Theme>> = {
  dark,
  light,
  "high-contrast": highContrast,
};

/** Returns the theme of the settings; without colors only weight distinguishes the tones. */
export function chooseTheme(setting: ThemeSetting, noColor: boolean, background: Background): Theme {
  if (noColor) return colorless;
  const base = themes[setting.base === "auto" ? background : setting.base];
  const own = Object.entries(setting.colors).map(([role, color]) => [
    role,
    { ...base[role as keyof Theme], color },
  ]);
  return { ...base, ...Object.fromEntries(own) };
}

/** Theme of components that are drawn without settings. */
export const defaultTheme = dark;
