import { z } from "zod";
import {
  colorNames,
  colorRoles,
  type ConfirmedAct,
  confirmDefaults,
  type ListName,
  listNames,
  notifications,
  themeNames,
} from "../../model/interface-settings.ts";
import { allTables } from "../../tables/all-tables.ts";
import { isTimeZone } from "../../text/clock-time.ts";

const color = z
  .string()
  .refine(
    (text) => colorNames.some((name) => name === text) || /^#[\da-f]{6}$/i.test(text),
    `a color is #rrggbb, or one of ${colorNames.join(", ")}`,
  );

const theme = z.union(
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

/** Schema of a key: its name, or a digit that is not in quotes. */
const key = z.union([z.string().min(1), z.int().min(0).max(9)]);

const confirmHelp: Readonly<Record<ConfirmedAct, string>> = {
  delete: "Ask before deleting a webhook",
  cureMany: "Ask before fixing many webhooks",
  switchMany: "Ask before enabling or disabling many webhooks",
  cancelRun: "Ask before canceling the run of a Job",
  openTunnel: "Ask before opening a tunnel so that a webhook sends to it",
  closeTunnel: "Ask before closing a tunnel that webhooks use",
  replay: "Ask before replaying many deliveries",
  dropForwards: "Ask before dropping forwards that wait",
  dropDispatch: "Ask before dropping a dispatch that waits",
  sendTest: "Ask before a test is sent to the URL of a webhook",
  runJob: "Ask before a run that costs money starts",
  overwrite: "Ask before a file is replaced",
  discard: "Ask before discarding the changes of a form",
  quit: "Ask before quitting",
};

const confirm = Object.fromEntries(
  Object.entries(confirmHelp).map(([act, help]) => [
    act,
    z.boolean().describe(`${help}. Default ${confirmDefaults[act as ConfirmedAct]}.`),
  ]),
) as Record<ConfirmedAct, z.ZodBoolean>;

const columns = Object.fromEntries(
  listNames.map((list) => {
    const { columns: ofList, shown } = allTables[list];
    const known = Object.keys(ofList);
    const schema = z
      .array(z.enum(known, { error: `choose columns from ${known.join(", ")}` }))
      .min(1)
      .refine((names) => new Set(names).size === names.length, "a column is listed twice")
      .describe(`Columns of ${list}, from ${known.join(", ")}. Default ${shown.join(", ")}.`);
    return [list, schema];
  }),
) as unknown as Record<ListName, z.ZodType<string[]>>;

/** Schema of the settings of the app's interface. */
export const interfaceSchema = z
  .strictObject({
    theme: theme.describe(
      `Colors of the app: ${themeNames.join(", ")}, or a map with a base and colors (${colorRoles.join(", ")}), each #rrggbb or the name of one of the terminal's 16 colors, such as {base: dark, colors: {accent: '#ff8800', muted: blackBright}}. Default auto: dark or light, as the terminal's background. Env HOOKLENS_THEME.`,
    ),
    keys: z
      .record(
        z.string().min(1),
        z.union([key, z.array(key)], { error: "a key is a name such as f5, a list of names, or []" }),
      )
      .describe(
        "Keys of commands, by the IDs in docs/keys.md: a key, a list of keys, or [] for none. A key that two commands would share is an error.",
      ),
    columns: z.strictObject(columns).partial().describe("Columns of the lists, in order."),
    timeZone: z
      .string()
      .refine(isTimeZone, "a time zone is local, utc or a name such as Europe/Berlin")
      .describe("Time zone of the app: local, utc, or a name such as Europe/Berlin. Default local."),
    mouse: z.boolean().describe("Start with the mouse on. Default true."),
    confirm: z.strictObject(confirm).partial().describe("Acts that ask first."),
    notify: z
      .enum(notifications, { error: `choose ${notifications.join(", ")}` })
      .describe(
        "Signal of the first failed delivery while the app follows new ones: off, bell, or desktop (a notification of the terminal). Default off.",
      ),
  })
  .partial()
  .describe("Settings of the app's interface.");

export type InterfaceValues = z.infer<typeof interfaceSchema>;
