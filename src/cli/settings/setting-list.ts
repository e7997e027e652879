import { describeStore } from "../../engine/stores.ts";
import { type InterfaceSettings, listNames, type ThemeSetting } from "../../model/interface-settings.ts";
import { upstreamText } from "../../model/upstream.ts";
import { limitNames, limitTable, showLimit, defaultLimitText } from "../../receiver/limits.ts";
import { allTables } from "../../tables/all-tables.ts";
import { duration } from "../../text/duration.ts";
import { byteSize } from "../../text/numbers.ts";
import type { Setting } from "./layers.ts";
import type { Settings } from "./settings.ts";

/** One setting by its name in the config file, with its value as text. */
export interface ListedSetting extends Pick<Setting<unknown>, "from"> {
  readonly name: string;
  /** `app` for a choice in the app that precedes the setting. */
  readonly source: Setting<unknown>["source"] | "app";
  /** Text for a person; null if the setting has no value. */
  readonly value: string | null;
  /** True if the value is a secret or a token, which is printed only on request. */
  readonly isSecret: boolean;
}

/** Lists every setting in the order of docs/configuration.md. */
export function listSettings(settings: Settings): readonly ListedSetting[] {
  const { receiver, tunnel, hub, deliveries, interface: looks } = settings;
  return [
    listed("endpoint", settings.endpoint),
    secret("token", settings.token),
    listed("local", settings.local),
    listed("store", settings.store, (store) => describeStore(store).shown),
    listed("dataDir", settings.dataDir),
    listed("policies", settings.policies, (folder) =>
      [
        ...(folder === null ? [] : [folder]),
        ...settings.policyLinks.value.flatMap(({ dir, upstream, baseline }) => [
          ...(upstream === null ? [] : [`${dir} from ${upstreamText(upstream)}`]),
          ...(baseline === null ? [] : [`${dir} compared with ${baseline}`]),
        ]),
      ].join(", "),
    ),
    listed("receiver.host", receiver.host),
    listed("receiver.port", receiver.port, portText),
    secret("receiver.secret", receiver.secret),
    secret("receiver.routeSecrets", receiver.routeSecrets),
    listed("receiver.routes", receiver.routes, (routes) => routes?.join(", ") ?? ""),
    listed("receiver.handlers", receiver.handlers),
    listed("receiver.forward", receiver.forward),
    listed("receiver.forwardRules", receiver.forwardRules, (rules) =>
      rules.map(({ where, to }) => `${where}: ${to}`).join(", "),
    ),
    listed("receiver.forwardRetries", receiver.forwardRetries, (delaysMs) =>
      delaysMs.map(duration).join(", "),
    ),
    listed("receiver.work", receiver.work),
    listed("receiver.open", receiver.open),
    listed("receiver.acceptQuerySecret", receiver.acceptQuerySecret),
    listed("receiver.trustedProxies", receiver.trustedProxies, (networks) => networks.join(", ")),
    secret("receiver.metricsToken", receiver.metricsToken),
    ...limitNames.map((name) =>
      listed(`receiver.${limitTable[name].setting}`, receiver.limits[name], (value) =>
        value === null ? defaultLimitText(name) : showLimit(name, value),
      ),
    ),
    listed("tunnel.provider", tunnel.provider),
    listed("tunnel.domain", tunnel.domain),
    secret("tunnel.authtoken", tunnel.authtoken),
    listed("tunnel.trafficPolicy", tunnel.trafficPolicy),
    listed("hub.host", hub.host),
    listed("hub.port", hub.port, portText),
    secret("hub.token", hub.token),
    listed("deliveries.keepDays", deliveries.keepDays),
    listed("deliveries.keepBytes", deliveries.keepBytes, byteSize),
    listed("deliveries.since", deliveries.since, (ageMs) => (ageMs === null ? "" : duration(ageMs))),
    listed("filters", settings.filters, (filters) =>
      Object.entries(filters)
        .map(([name, text]) => `@${name}: ${text}`)
        .join(", "),
    ),
    listed("interface.theme", looks.theme, themeText),
    listed("interface.keys", looks.keys, keysText),
    ...listNames.map((list) =>
      listed(`interface.columns.${list}`, looks.columns[list], (names) =>
        (names ?? allTables[list].shown).join(", "),
      ),
    ),
    listed("interface.timeZone", looks.timeZone),
    listed("interface.mouse", looks.mouse),
    ...Object.entries(looks.confirm).map(([act, setting]) => listed(`interface.confirm.${act}`, setting)),
    listed("interface.notify", looks.notify),
    listed("noColor", settings.noColor),
  ];
}

function listed<T>(
  name: string,
  { value, source, from }: Setting<T>,
  show: (value: T) => string = (given) => (given === null ? "" : String(given)),
): ListedSetting {
  const text = show(value);
  return { name, value: text === "" ? null : text, source, from, isSecret: false };
}

function portText(port: number | null): string {
  return port === null ? "the last one used, or a free one" : String(port);
}

function themeText({ base, colors }: ThemeSetting): string {
  const own = Object.entries(colors).map(([role, color]) => `${role} ${color}`);
  return [base, ...own].join(", ");
}

function keysText(keys: InterfaceSettings["keys"]): string {
  return Object.entries(keys)
    .map(([id, given]) => `${id}: ${given.join(" ") || "none"}`)
    .join(", ");
}

function secret(name: string, setting: Setting<unknown>): ListedSetting {
  const show = (value: unknown): string => {
    if (typeof value === "string") return value;
    return Object.keys(value ?? {}).length === 0 ? "" : JSON.stringify(value);
  };
  return { ...listed(name, setting, show), isSecret: true };
}
