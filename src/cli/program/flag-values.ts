import { secretFromArgument } from "../secret-argument.ts";
import type { ConfigValues } from "../settings/config-schema.ts";
import type { GlobalFlags } from "./global-options.ts";

/**
 * The global flags that are settings too, as the strongest layer of them.
 * @throws {UsageError} the file of `--token @FILE` cannot be read
 */
export function flagValues(flags: GlobalFlags): ConfigValues {
  return {
    endpoint: flags.endpoint,
    token: flags.token === undefined ? undefined : secretFromArgument(flags.token).trim(),
    local: flags.local,
    store: flags.store,
    dataDir: flags.dataDir,
    noColor: flags.color === false ? true : undefined,
  };
}
