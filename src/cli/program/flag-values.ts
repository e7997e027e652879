import type { ConfigValues } from "../settings/config-schema.ts";
import type { GlobalFlags } from "./global-options.ts";

/** The global flags that are settings too, as the strongest layer of them. */
export function flagValues(flags: GlobalFlags): ConfigValues {
  return {
    endpoint: flags.endpoint,
    token: flags.token,
    local: flags.local,
    store: flags.store,
    dataDir: flags.dataDir,
    noColor: flags.color === false ? true : undefined,
  };
}
