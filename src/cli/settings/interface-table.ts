import {
  colorNames,
  colorRoles,
  type ConfirmedAct,
  confirmations,
  type InterfaceSettings,
  type ListName,
  listNames,
  type Notification,
  notifications,
  themeNames,
  type ThemeName,
  type ThemeSetting,
} from "../../model/interface-settings.ts";
import { isTimeZone } from "../../text/clock-time.ts";
import { SettingError } from "../errors.ts";
import {
  group,
  type Resolved,
  type Setting,
  setting,
  type SettingEntry,
  type Tables,
  type Zod,
} from "./setting.ts";

type StoredTheme = ThemeName | { base?: ThemeName | undefined; colors?: ThemeSetting["colors"] | undefined };

/** Keys of the config file: a digit may be without quotes. */
type StoredKeys = Record<string, string | number | (string | number)[]>;

const defaultTheme: ThemeSetting = { base: "auto", colors: {} };
const noKeys: InterfaceSettings["keys"] = {};
const defaultNotification: Notification = "off";

const columns = Object.fromEntries(listNames.map((list) => [list, columnsOf(list)])) as Readonly<
  Record<ListName, SettingEntry<string[], readonly string[] | null>>
>;

const confirm = Object.fromEntries(
  Object.entries(confirmations).map(([act, { asks, about }]) => [
    act,
    setting({ about: `${about}. Default ${asks}.`, schema: (z) => z.boolean(), default: asks }),
  ]),
) as Readonly<Record<ConfirmedAct, SettingEntry<boolean, boolean>>>;

/** Settings of the app's interface. */
export const interfaceTable = group("Settings of the app's interface.", {
  theme: setting({
    env: "HOOKLENS_THEME",
    about: `Colors of the app: ${themeNames.join(", ")}, or a map with a base and colors (${colorRoles.join(", ")}), each #rrggbb or the name of one of the terminal's 16 colors, such as {base: dark, colors: {accent: '#ff8800', muted: blackBright}}. Default auto: dark or light, as the terminal's background.`,
    schema: themeSchema,
    readVariable: (text): StoredTheme | undefined => themeOfVariable(text.trim()),
    read: (theme): ThemeSetting =>
      typeof theme === "string"
        ? { base: theme, colors: {} }
        : { base: theme.base ?? "auto", colors: theme.colors ?? {} },
    default: defaultTheme,
    show: ({ base, colors }) =>
      [base, ...Object.entries(colors).map(([role, color]) => `${role} ${color}`)].join(", "),
  }),
  keys: setting({
    about:
      "Keys of commands, by the IDs in docs/keys.md: a key, a list of keys, or [] for none. A key that two commands would share is an error.",
    schema: keysSchema,
    read: readKeys,
    default: noKeys,
    show: (keys) =>
      Object.entries(keys)
        .map(([id, given]) => `${id}: ${given.join(" ") || "none"}`)
        .join(", "),
  }),
  columns: group("Columns of the lists, in order.", columns),
  timeZone: setting({
    about: "Time zone of the app: local, utc, or a name such as Europe/Berlin. Default local.",
    schema: (z) => z.string().refine(isTimeZone, "a time zone is local, utc or a name such as Europe/Berlin"),
    default: "local",
  }),
  mouse: setting({
    about: "Start with the mouse on. Default true.",
    schema: (z) => z.boolean(),
    default: true,
  }),
  confirm: group("Actions that ask first.", confirm),
  notify: setting({
    about:
      "Signal of the first failed delivery while the app follows new ones: off, bell, or desktop (a notification of the terminal). Default off.",
    schema: (z) => z.enum(notifications, { error: `choose ${notifications.join(", ")}` }),
    default: defaultNotification,
  }),
});

function columnsOf(list: ListName) {
  const known = (tables: Tables) => Object.keys(tables[list].columns);
  return setting({
    about: (tables) =>
      `Columns of ${list}, from ${known(tables).join(", ")}. Default ${tables[list].shown.join(", ")}.`,
    schema: (z, tables) =>
      z
        .array(z.enum(known(tables), { error: `choose columns from ${known(tables).join(", ")}` }))
        .min(1)
        .refine((names) => new Set(names).size === names.length, "a column is listed twice"),
    default: null,
    show: (names, tables) => (names ?? tables[list].shown).join(", "),
  });
}

function themeSchema(z: Zod) {
  const color = z
    .string()
    .refine(
      (text) => colorNames.some((name) => name === text) || /^#[\da-f]{6}$/i.test(text),
      `a color is #rrggbb, or one of ${colorNames.join(", ")}`,
    );
  return z.union(
    [
      z.enum(themeNames),
      z.strictObject({
        base: z.enum(themeNames).optional(),
        colors: z.partialRecord(z.enum(colorRoles), color).optional(),
      }),
    ],
    {
      error: `a theme is ${themeNames.join(", ")}, or a base with colors of ${colorRoles.join(", ")}, each #rrggbb or one of ${colorNames.join(", ")}`,
    },
  );
}

/** @throws {SettingError} there is no such theme */
function themeOfVariable(given: string): ThemeName | undefined {
  const theme = themeNames.find((name) => name === given);
  if (theme !== undefined || given === "") return theme;
  throw new SettingError({
    what: `there is no theme "${given}"`,
    why: "HOOKLENS_THEME",
    hint: `Use ${themeNames.join(", ")}`,
  });
}

function keysSchema(z: Zod) {
  // A key is its name, or a digit that is not in quotes.
  const key = z.union([z.string().min(1), z.int().min(0).max(9)]);
  return z.record(
    z.string().min(1),
    z.union([key, z.array(key)], { error: "a key is a name such as f5, a list of names, or []" }),
  );
}

/** Returns the keys of the config file by command ID, each as a list. */
export function readKeys(keys: StoredKeys): InterfaceSettings["keys"] {
  return Object.fromEntries(
    Object.entries(keys).map(([id, given]) => [id, [given].flat().map((key) => String(key))]),
  );
}

/** Returns the values of the interface's settings, for the app. */
export function interfaceValues(settings: Resolved<typeof interfaceTable.entries>): InterfaceSettings {
  const { theme, keys, columns: columnsOfLists, timeZone, mouse, confirm: asks, notify } = settings;
  return {
    theme: theme.value,
    keys: keys.value,
    columns: valuesOf(columnsOfLists),
    timeZone: timeZone.value,
    mouse: mouse.value,
    confirm: valuesOf(asks),
    notify: notify.value,
  };
}

function valuesOf<Name extends string, T>(
  settings: Readonly<Record<Name, Setting<T>>>,
): Readonly<Record<Name, T>> {
  const entries = Object.entries<Setting<T>>(settings).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(entries) as Record<Name, T>;
}
