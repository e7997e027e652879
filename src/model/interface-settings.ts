import type { TimeZone } from "../text/clock-time.ts";

/** Themes of the app. `auto` is dark or light, as the terminal's background. */
export const themeNames = ["auto", "dark", "light", "high-contrast"] as const;
export type ThemeName = (typeof themeNames)[number];

/** Parts of the interface that have a color. */
export const colorRoles = ["strong", "muted", "accent", "ok", "warn", "error", "selection"] as const;
export type ColorRole = (typeof colorRoles)[number];

/** Names of the terminal's 16 colors. */
export const colorNames = [
  "black",
  "red",
  "green",
  "yellow",
  "blue",
  "magenta",
  "cyan",
  "white",
  "blackBright",
  "redBright",
  "greenBright",
  "yellowBright",
  "blueBright",
  "magentaBright",
  "cyanBright",
  "whiteBright",
] as const;

/** Theme with its own colors: names of `colorNames`, or `#rrggbb`. */
export interface ThemeSetting {
  readonly base: ThemeName;
  readonly colors: Readonly<Partial<Record<ColorRole, string>>>;
}

/** Lists of the app whose columns can be chosen. */
export const listNames = ["webhooks", "deliveries", "policies", "jobs", "messages", "dispatches"] as const;
export type ListName = (typeof listNames)[number];
/** Acts that may ask for a confirmation, and their defaults. */
export const confirmDefaults = {
  delete: true,
  cureMany: true,
  switchMany: true,
  cancelRun: true,
  openTunnel: true,
  runJob: true,
  closeTunnel: true,
  replay: true,
  sendTest: true,
  dropForwards: true,
  dropDispatch: true,
  overwrite: true,
  discard: true,
  quit: false,
} as const;
export type ConfirmedAct = keyof typeof confirmDefaults;
export type Confirmations = Readonly<Record<ConfirmedAct, boolean>>;

/** Signals of a first failure while new deliveries are followed. */
export const notifications = ["off", "bell", "desktop"] as const;
export type Notification = (typeof notifications)[number];

/** Settings of the app's interface. */
export interface InterfaceSettings {
  readonly theme: ThemeSetting;
  /** Keys by command ID; an empty list removes them. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Names of columns by list, in order; those of the list's table by default. */
  readonly columns: Readonly<Partial<Record<ListName, readonly string[] | null>>>;
  readonly timeZone: TimeZone;
  /** True if the app starts with the mouse on. */
  readonly mouse: boolean;
  readonly confirm: Confirmations;
  readonly notify: Notification;
}
