import { openReceiverConfig, type ReceiverConfig } from "../../src/cli/settings/receiver-config.ts";
import type { Environment } from "../../src/cli/settings/setting.ts";
import { resolveSettings } from "../../src/cli/settings/settings.ts";
import type { Config, ConfigValues } from "../../src/cli/settings/table.ts";

/** Opens the settings of a receiver with a config file in a directory, and optionally flags and variables. */
export function receiverConfigIn(
  directory: string,
  {
    config = null,
    flags = {},
    env = {},
    profile = null,
  }: {
    readonly config?: Config | null;
    readonly flags?: ConfigValues;
    readonly env?: Environment;
    readonly profile?: string | null;
  } = {},
): ReceiverConfig {
  const resolve = (from: Config | null) =>
    resolveSettings({ flags, env: { ...env, XDG_CONFIG_HOME: directory }, profile, config: from });
  return openReceiverConfig({ settings: resolve(config), resolve });
}
