import { upstreamText } from "../../model/upstream.ts";
import { allTables } from "../../tables/all-tables.ts";
import { listEntries, type Setting } from "./setting.ts";
import { settingAt, type Settings } from "./settings.ts";
import { settingTable } from "./table.ts";

/** One setting by its name in the config file, with its value as text. */
export interface ListedSetting extends Pick<Setting<unknown>, "from"> {
  readonly name: string;
  /** `app` for a choice in the app, which overrides the setting. */
  readonly source: Setting<unknown>["source"] | "app";
  /** Text for a person; null if the setting has no value. */
  readonly value: string | null;
  /** True for a secret or a token, printed only on request. */
  readonly isSecret: boolean;
}

/** Lists every setting in the order of docs/configuration.md. */
export function listSettings(settings: Settings): readonly ListedSetting[] {
  return listEntries(settingTable).map(({ path, entry }) => {
    const name = path.join(".");
    const { value, source, from } = settingAt(settings, path);
    const shown = entry.show?.(value, allTables) ?? textOf(value);
    const text = name === "policies" ? [shown, ...linksText(settings)].filter(Boolean).join(", ") : shown;
    return { name, value: text === "" ? null : text, source, from, isSecret: entry.isSecret === true };
  });
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const isNothing = value === null || (typeof value === "object" && Object.keys(value).length === 0);
  return isNothing ? "" : JSON.stringify(value);
}

function linksText({ policyLinks }: Settings): readonly string[] {
  return policyLinks.value.flatMap(({ dir, upstream, baseline }) => [
    ...(upstream === null ? [] : [`${dir} from ${upstreamText(upstream)}`]),
    ...(baseline === null ? [] : [`${dir} compared with ${baseline}`]),
  ]);
}
