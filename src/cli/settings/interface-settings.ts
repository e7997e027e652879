import {
  type ConfirmedAct,
  confirmDefaults,
  type InterfaceSettings,
  type ListName,
  listNames,
  type Notification,
  themeNames,
  type ThemeName,
  type ThemeSetting,
} from "../../model/interface-settings.ts";
import type { TimeZone } from "../../text/clock-time.ts";
import { SettingError } from "../errors.ts";
import type { ConfigValues } from "./config-schema.ts";
import type { InterfaceValues } from "./interface-schema.ts";
import type { Setting } from "./layers.ts";

/** Settings of the app's interface and their sources. */
export interface InterfaceSources {
  readonly theme: Setting<ThemeSetting>;
  readonly keys: Setting<InterfaceSettings["keys"]>;
  readonly columns: Readonly<Record<ListName, Setting<readonly string[] | null>>>;
  readonly timeZone: Setting<TimeZone>;
  readonly mouse: Setting<boolean>;
  readonly confirm: Readonly<Record<ConfirmedAct, Setting<boolean>>>;
  readonly notify: Setting<Notification>;
}

type At = <T>(
  read: (values: ConfigValues) => T | undefined,
  fallback: T,
  flag?: string,
  variable?: string,
) => Setting<T>;

/** Resolves the settings of the interface by a function that picks the strongest source of one. */
export function resolveInterface(at: At): InterfaceSources {
  const of = <T>(read: (values: InterfaceValues) => T | undefined, fallback: T, variable?: string) =>
    at((values) => read(values.interface ?? {}), fallback, undefined, variable);
  return {
    theme: of(({ theme }) => themeOf(theme), { base: "auto", colors: {} }, "HOOKLENS_THEME"),
    keys: of(({ keys }) => keysOf(keys), {}),
    columns: Object.fromEntries(
      listNames.map((list) => [list, of<readonly string[] | null>(({ columns }) => columns?.[list], null)]),
    ) as InterfaceSources["columns"],
    timeZone: of(({ timeZone }) => timeZone, "local"),
    mouse: of(({ mouse }) => mouse, true),
    confirm: Object.fromEntries(
      Object.entries(confirmDefaults).map(([act, fallback]) => [
        act,
        of<boolean>(({ confirm }) => confirm?.[act as ConfirmedAct], fallback),
      ]),
    ) as InterfaceSources["confirm"],
    notify: of<Notification>(({ notify }) => notify, "off"),
  };
}

/** Returns the values of the interface's settings, for the app. */
export function interfaceValues(sources: InterfaceSources): InterfaceSettings {
  const { theme, keys, columns, timeZone, mouse, confirm, notify } = sources;
  return {
    theme: theme.value,
    keys: keys.value,
    columns: valuesOf(columns),
    timeZone: timeZone.value,
    mouse: mouse.value,
    confirm: valuesOf(confirm),
    notify: notify.value,
  };
}

function valuesOf<Name extends string, T>(
  settings: Readonly<Record<Name, Setting<T>>>,
): Readonly<Record<Name, T>> {
  const entries = Object.entries<Setting<T>>(settings).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(entries) as Record<Name, T>;
}

function themeOf(theme: InterfaceValues["theme"]): ThemeSetting | undefined {
  if (theme === undefined) return undefined;
  return typeof theme === "string"
    ? { base: theme, colors: {} }
    : { base: theme.base ?? "auto", colors: theme.colors ?? {} };
}

/** Returns the keys of the config file by command ID, each as a list. */
export function keysOf(keys: InterfaceValues["keys"]): InterfaceSettings["keys"] | undefined {
  if (keys === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(keys).map(([id, given]) => [id, [given].flat().map((key) => String(key))]),
  );
}

/**
 * Returns the theme that `HOOKLENS_THEME` names.
 * @throws {SettingError} there is no such theme
 */
export function themeOfVariable(given: string | undefined): ThemeName | undefined {
  const theme = themeNames.find((name) => name === given);
  if (theme !== undefined || given === undefined) return theme;
  throw new SettingError({
    what: `there is no theme "${given}"`,
    why: "HOOKLENS_THEME",
    hint: `Use ${themeNames.join(", ")}`,
  });
}
