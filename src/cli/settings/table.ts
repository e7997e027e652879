import { defaultDataDir } from "../../engine/directories.ts";
import { defaultKeepBytes, defaultKeepDays } from "../../engine/retention.ts";
import { defaultStore, describeStore, storeForms } from "../../engine/stores.ts";
import { defaultEndpoint } from "../../hub/endpoint.ts";
import { forwardRetryDelaysMs } from "../../model/retry-schedules.ts";
import { type SavedFilters, savedFilterName } from "../../model/saved-filters.ts";
import { secretIn } from "../../model/secret.ts";
import { isNetwork } from "../../receiver/client-address.ts";
import {
  defaultLimitText,
  type LimitSetting,
  limitNames,
  limitTable,
  type LimitName,
  readLimit,
  showLimit,
} from "../../receiver/limits.ts";
import { answers, defaultRepeats, repeatChoices, runDefaults } from "../../receiver/runs/run-settings.ts";
import {
  tunnelFormsOrNone,
  type TunnelOptionName,
  tunnelOptionNames,
  tunnelOptions,
} from "../../receiver/tunnel/providers.ts";
import { duration, readDuration } from "../../text/duration.ts";
import { byteSize, readByteSize } from "../../text/numbers.ts";
import { absolutePath } from "./absolute-path.ts";
import { interfaceTable } from "./interface-table.ts";
import { policyFolder, policyLinkSchema } from "./policy-links.ts";
import { runsSetting } from "./route-runs.ts";
import { type RouteSecrets, withRouteVariables } from "./route-secrets.ts";
import {
  absoluteOrNull,
  checkStore,
  delays,
  port,
  readAge,
  readDelays,
  secrets,
  showPort,
  size,
  storeSchema,
  text,
} from "./setting-values.ts";
import { group, listEntries, type Setting, setting, type SettingEntry, type Stored } from "./setting.ts";

const noRouteSecrets: RouteSecrets = {};
const noPrograms: Readonly<Record<string, string>> = {};
const noFilters: SavedFilters = {};
const relativePath = "A path may begin with ~ or be relative to this file.";
const portAbout =
  "TCP port; 0 lets the system pick one. A taken port is an error. Default: the last one used, or a free one.";

const limits = Object.fromEntries(
  limitNames.map((name) => [limitTable[name].setting, limitEntry(name)]),
) as Readonly<Record<LimitSetting, SettingEntry<number | string, number | null>>>;

const receiver = group("Settings of the receiver.", {
  host: setting({
    flag: "--host",
    about: "Address the receiver listens on. Default 127.0.0.1, in a Space 0.0.0.0.",
    schema: text,
    default: "127.0.0.1",
  }),
  /** Null selects the last port used, 7860, or the next free one. */
  port: setting({ flag: "--port", about: portAbout, schema: port, default: null, show: showPort }),
  secret: setting({
    flag: "--secret",
    env: "WEBHOOK_SECRET",
    about: "Secret that senders must send. Of a list each is accepted, and replays use the first.",
    isSecret: true,
    schema: secrets,
    // Not trimmed: the check of secrets reports spaces at the ends.
    readVariable: (given) => secretIn(given) || undefined,
    default: null,
  }),
  routeSecrets: setting({
    flag: "--route-secret",
    about: "Secrets of single routes, by route name.",
    sources: "Flag --route-secret; env WEBHOOK_SECRET_NEW_DATA for the route new-data.",
    isSecret: true,
    schema: (z) => z.record(z.string().min(1), secrets(z)),
    default: noRouteSecrets,
    finish: withRouteVariables,
  }),
  /** Null selects the default. */
  routes: setting({
    flag: "--route",
    about:
      "Names of the routes, such as [inbox, train] for /webhooks/inbox and /webhooks/train; handlers add theirs. Default inbox; with handlers hooklens receive has only theirs.",
    schema: (z) => z.array(z.string().min(1)).min(1),
    default: null,
    show: (routes) => routes?.join(", ") ?? "",
  }),
  handlers: setting({
    flag: "--handlers",
    about: `Directory of handlers and programs, one route per file. ${relativePath}`,
    schema: text,
    default: null,
    finish: absoluteOrNull,
  }),
  exec: setting({
    flag: "--exec",
    about:
      "Programs by route, such as {train: python3 train.py}: each delivery of the route starts the program, in the directory in which hooklens was started.",
    schema: (z) => z.record(z.string().min(1), z.string().min(1)),
    default: noPrograms,
    show: (programs) =>
      Object.entries(programs)
        .map(([route, line]) => `${route}: ${line}`)
        .join(", "),
  }),
  execEnv: setting({
    flag: "--exec-env",
    about:
      "Names of variables that programs get although they are secrets or settings of hooklens, such as [HF_TOKEN].",
    schema: (z) => z.array(z.string().min(1)),
    default: [],
    show: (names) => names.join(", "),
  }),
  forward: setting({
    flag: "--forward",
    about: "Forward target of routes without a handler: a URL, localhost:3000/hook or :3000.",
    schema: text,
    default: null,
  }),
  forwardRules: setting({
    flag: "--forward",
    about:
      "Forward targets of deliveries that match a filter, such as [{where: 'repo:me/*', to: ':3001'}]; the first match counts, and other deliveries go to receiver.forward.",
    sources: "Flags --forward with --where.",
    schema: (z) => z.array(z.strictObject({ where: z.string().min(1), to: z.string().min(1) })).max(100),
    default: [],
    show: (rules) => rules.map(({ where, to }) => `${where}: ${to}`).join(", "),
  }),
  /** Delays in milliseconds. */
  forwardRetries: setting({
    about:
      "Delays between the attempts of a forward that gets no response, such as [1s, 5min, 2h]. The delivery is dead after the attempt that follows the last delay. Default 200ms, 1s, 5s, 30s, 2min, 10min, 30min, 1h, 2h.",
    schema: delays,
    read: readDelays,
    default: forwardRetryDelaysMs,
    show: (delaysMs) => delaysMs.map(duration).join(", "),
  }),
  answer: setting({
    flag: "--answer",
    about:
      "Time of the response: result waits for the handler or target, up to 9.5 s; first sends 202 once the delivery is on disk. Default result.",
    schema: (z) => z.enum(answers),
    default: runDefaults.answer,
  }),
  repeats: setting({
    about:
      "Deliveries whose Webhook-Id was handled or is under way: skip answers them without running anything, run handles them again. Replays always run. Default skip.",
    schema: (z) => z.enum(repeatChoices),
    default: defaultRepeats,
  }),
  runs: runsSetting,
  /** Null selects the default of the program. */
  work: setting({
    flag: "--no-work",
    about:
      "Send the deliveries that wait in the queue of forwards. Default true; in the app, false on a shared store, whose receivers do.",
    schema: (z) => z.boolean(),
    default: null,
  }),
  open: setting({
    flag: "--open",
    about:
      "Accept deliveries without a secret from everyone who can reach the receiver. Required without a secret to listen beyond loopback, to open a tunnel, and in a Space.",
    schema: (z) => z.boolean(),
    default: false,
  }),
  acceptQuerySecret: setting({
    flag: "--accept-query-secret",
    about:
      "Also accept the secret as ?secret= of the URL, from senders that can set no header; it is redacted in the log, but proxies may log it.",
    schema: (z) => z.boolean(),
    default: false,
  }),
  trustedProxies: setting({
    about:
      "Addresses and networks (10.0.0.0/8) of proxies whose X-Forwarded-For or Forwarded header names the sender.",
    schema: (z) =>
      z.array(z.string().refine(isNetwork, "give an address or network, such as 10.1.2.3 or 10.0.0.0/8")),
    default: [],
    show: (networks) => networks.join(", "),
  }),
  metricsToken: setting({
    flag: "--metrics-token",
    env: "HOOKLENS_METRICS_TOKEN",
    about:
      "Token that requests for /metrics must send as a bearer token. Without one, only direct requests of this machine get metrics.",
    isSecret: true,
    schema: text,
    default: null,
  }),
  ...limits,
});

const ofProviders = Object.fromEntries(
  tunnelOptionNames.map((name) => {
    const { checkFile, help: _, ...option } = tunnelOptions[name];
    return [
      name,
      setting({ ...option, schema: text, default: null, ...(checkFile && { finish: absoluteOrNull }) }),
    ];
  }),
) as Readonly<Record<TunnelOptionName, SettingEntry<string, string | null>>>;

const tunnel = group("Tunnel from the internet to the receiver.", {
  provider: setting({
    flag: "--tunnel",
    about: `Tunnel that hooklens receive opens when it starts, and the app on request: ${tunnelFormsOrNone}.`,
    schema: text,
    default: null,
  }),
  domain: setting({ flag: "--domain", about: "Public name of the tunnel.", schema: text, default: null }),
  ...ofProviders,
});

const hub = group("Settings of the local hub.", {
  host: setting({
    flag: "--host",
    about: "Address the local hub listens on. Default 127.0.0.1; other than loopback requires a token.",
    schema: text,
    default: "127.0.0.1",
  }),
  /** Null selects the last port used, 7870, or the next free one. */
  port: setting({ flag: "--port", about: portAbout, schema: port, default: null, show: showPort }),
  /** Null selects the token in the data directory. */
  token: setting({
    flag: "--token",
    env: "HOOKLENS_HUB_TOKEN",
    about: "Token the local hub accepts. Default: a token that is created once and kept.",
    isSecret: true,
    schema: text,
    default: null,
  }),
});

const deliveries = group("Retention of deliveries.", {
  keepDays: setting({
    about: "Days to keep deliveries; the running receiver deletes older ones. 0: forever. Default 30.",
    schema: (z) => z.number().min(0).max(36_500),
    default: defaultKeepDays,
  }),
  /** Age in milliseconds; null selects the default of the store. */
  since: setting({
    flag: "--since",
    env: "HOOKLENS_SINCE",
    about:
      "Age of the deliveries with which the copy of a NATS log in a new data directory begins, such as 7d; the app and the commands read the copy. Default 24h.",
    schema: (z) =>
      z
        .string()
        .refine((given) => (readDuration(given) ?? 0) > 0, "a duration is a number with s, min, h or d"),
    read: readAge,
    default: null,
    show: (ageMs) => (ageMs === null ? "" : duration(ageMs)),
  }),
  keepBytes: setting({
    about:
      "Maximum size of the log, above which the oldest deliveries are deleted: a number of bytes, or a size such as 500MB or 2GiB. 0: no limit. Default 2GiB.",
    schema: (z) => size(z, 0),
    read: (given) => (typeof given === "string" ? (readByteSize(given) ?? defaultKeepBytes) : given),
    default: defaultKeepBytes,
    show: byteSize,
  }),
});

/** All settings, by their keys in the config file and in the order of docs/configuration.md. */
export const settingTable = {
  endpoint: setting({
    flag: "--endpoint",
    env: "HF_ENDPOINT",
    about: "Hub to use if there is a token. Default https://huggingface.co.",
    schema: (z) => z.url({ protocol: /^https?$/ }),
    default: defaultEndpoint,
  }),
  /** Null without flag, variable and entry in the file: `chooseHub` then reads the file of the Hub's tools. */
  token: setting({
    flag: "--token",
    env: ["HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"],
    about:
      "Token for the hub in `endpoint`, or its name in hf auth list. Default: the active token of hf auth.",
    isSecret: true,
    schema: text,
    default: null,
  }),
  local: setting({
    flag: "--local",
    about: "Use the embedded hub, even if there is a token.",
    schema: (z) => z.boolean(),
    default: false,
  }),
  store: setting({
    flag: "--store",
    env: "HOOKLENS_STORE",
    about: `Store of deliveries, webhooks and queues: ${storeForms.join(", ")}.`,
    schema: storeSchema,
    default: defaultStore,
    finish: checkStore,
    show: (store) => describeStore(store).shown,
  }),
  dataDir: setting({
    flag: "--data-dir",
    env: "HOOKLENS_DATA_DIR",
    about: `Data directory. ${relativePath}`,
    schema: text,
    default: null,
    finish: ({ value, ...from }: Setting<string | null>, context) =>
      absolutePath({ ...from, value: value ?? defaultDataDir(context.env) }, context),
  }),
  /** Directory to show. */
  policies: setting({
    flag: "--policies",
    about:
      "Directory of the policies on the Policies screen, or a list of directories with the repos that they come from, such as [{dir: policies, repo: 'dataset:me/policies', branch: main}], or with the revisions of git that they are compared with, such as [{dir: policies, baseline: origin/main}], of which the first is shown. The path of a list may begin with ~ or be relative to this file.",
    sources: "Flag --policies shows another directory.",
    schema: (z) => z.union([z.string().min(1), z.array(policyLinkSchema(z)).min(1).max(100)]),
    default: null,
    finish: policyFolder,
  }),
  receiver,
  tunnel,
  hub,
  deliveries,
  filters: setting({
    about:
      "Saved filters of deliveries by name, such as {broken: 'is:failed since:1d'}; a filter that has @broken has these terms. The app saves them here.",
    schema: (z) =>
      z.record(
        z.string().regex(savedFilterName, "a name consists of up to 40 letters, digits, _, . and -"),
        z.string().trim().min(1),
      ),
    default: noFilters,
    show: (filters) =>
      Object.entries(filters)
        .map(([name, filter]) => `@${name}: ${filter}`)
        .join(", "),
  }),
  interface: interfaceTable,
  noColor: setting({
    flag: "--no-color",
    env: "NO_COLOR",
    about: "Print no colors.",
    schema: (z) => z.boolean(),
    readVariable: (given) => (given.trim() === "" ? undefined : true),
    default: false,
  }),
};

/** Values of a profile. */
export type ConfigValues = Stored<typeof settingTable>;

/** Values of the config file. */
export interface Config extends ConfigValues {
  profiles?: Record<string, ConfigValues> | undefined;
}

/** Returns the name of the setting of the receiver or its tunnel that a flag sets; null if there is none. */
export function settingOfReceiver(flag: string): string | null {
  const found = listEntries({ receiver, tunnel }).find(({ entry }) => entry.flag === flag);
  return found?.path.join(".") ?? null;
}

function limitEntry(name: LimitName) {
  const { flag, unit, help } = limitTable[name];
  const inUnit = unit === "seconds" ? ", in seconds" : "";
  return setting({
    flag,
    about: `${help.charAt(0).toUpperCase()}${help.slice(1)}${inUnit}. Default ${defaultLimitText(name)}.`,
    schema: (z) =>
      ({ count: z.int().min(1), seconds: z.number().positive().max(86_400), size: size(z, 1) })[unit],
    read: (given: number | string) => readLimit(name, String(given)),
    default: null,
    show: (value) => (value === null ? defaultLimitText(name) : showLimit(name, value)),
  });
}
