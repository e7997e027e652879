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

/** Actions with an optional confirmation, in the order of the settings. */
export const confirmations = {
  delete: { asks: true, about: "Ask before deleting a webhook" },
  cureMany: { asks: true, about: "Ask before fixing many webhooks" },
  switchMany: { asks: true, about: "Ask before enabling or disabling many webhooks" },
  cancelRun: { asks: true, about: "Ask before canceling the run of a Job" },
  openTunnel: { asks: true, about: "Ask before opening a tunnel so that a webhook sends to it" },
  closeTunnel: { asks: true, about: "Ask before closing a tunnel that webhooks use" },
  dropForwards: { asks: true, about: "Ask before dropping forwards that wait" },
  dropDispatch: { asks: true, about: "Ask before dropping a dispatch that waits" },
  sendTest: { asks: true, about: "Ask before a test is sent to the URL of a webhook" },
  runJob: { asks: true, about: "Ask before a run that costs money starts" },
  overwrite: { asks: true, about: "Ask before a file is replaced" },
  discard: { asks: true, about: "Ask before discarding the changes of a form" },
  quit: { asks: false, about: "Ask before quitting" },
} as const;
export type ConfirmedAct = keyof typeof confirmations;
export type Confirmations = Readonly<Record<ConfirmedAct, boolean>>;

export const confirmDefaults = Object.fromEntries(
  Object.entries(confirmations).map(([act, { asks }]) => [act, asks]),
) as Confirmations;

/** Signals of a first failure while new deliveries are followed. */
export const notifications = ["off", "bell", "desktop"] as const;
export type Notification = (typeof notifications)[number];

/** Settings of the app's interface. */
export interface InterfaceSettings {
  readonly theme: ThemeSetting;
  /** Keys by command ID; an empty list removes them. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Column names per list, in order. Defaults to the columns of the table. */
  readonly columns: Readonly<Partial<Record<ListName, readonly string[] | null>>>;
  readonly timeZone: TimeZone;
  /** True if the app starts with the mouse on. */
  readonly mouse: boolean;
  readonly confirm: Confirmations;
  readonly notify: Notification;
}
