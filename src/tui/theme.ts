import type { ThemeName, ThemeSetting } from "../model/interface-settings.ts";
import type { Background } from "../terminal/background.ts";
import type { Tone } from "../text/line.ts";

/** Style of a tone in Ink. */
export interface InkStyle {
  readonly color?: string;
  readonly bold?: boolean;
  readonly backgroundColor?: string;
  readonly dimColor?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
}

/** Styles of tones, of the selected row, and of possibly outdated rows. */
type ToneStyles = Readonly<Record<Tone | "selection" | "stale", InkStyle>>;

export interface Theme extends ToneStyles {
  /** Background that keeps the colors of programs; null to drop them. */
  readonly programColors: Background | null;
}

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
  programColors: "dark",
};

/** Theme for a light background: cyan and yellow are unreadable there. */
const light: Theme = {
  ...dark,
  accent: { color: "blue" },
  warn: { color: "magenta" },
  programColors: "light",
};

/** Theme in the terminal's own foreground, the clearest color on any background. */
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
  programColors: null,
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
  programColors: null,
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
    { ...base[role as keyof ToneStyles], color },
  ]);
  return { ...base, ...Object.fromEntries(own) };
}

/** Theme of components drawn without settings. */
export const defaultTheme = dark;
