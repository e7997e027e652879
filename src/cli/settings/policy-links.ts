import type { UpstreamBranch } from "../../model/upstream.ts";
import { parseRepo } from "../../model/watched-item.ts";
import { absolutePath } from "./absolute-path.ts";
import type { ConfigValues } from "./config-schema.ts";
import type { Setting } from "./layers.ts";
import type { Environment } from "./settings.ts";

/** Directory of policies, by its absolute path. */
export interface PolicyLink {
  readonly dir: string;
  /** Branch that they come from; null for none. */
  readonly upstream: UpstreamBranch | null;
  /** Revision of git that they are compared with; null for HEAD. */
  readonly baseline: string | null;
}

export type ConfiguredLink = Exclude<ConfigValues["policies"], string | undefined>[number];

/** Returns the directory of the policies: the first one of a list. */
export function policyFolder(
  { value, ...setting }: Setting<string | readonly ConfiguredLink[] | null>,
  configPath: string,
  env: Environment,
): Setting<string | null> {
  if (value === null || typeof value === "string") return { ...setting, value };
  return absolutePath({ ...setting, value: value[0]?.dir ?? "" }, configPath, env);
}

/** Returns the listed directories with their branches and baselines. */
export function policyLinks(
  { value, ...setting }: Setting<readonly ConfiguredLink[]>,
  configPath: string,
  env: Environment,
): Setting<readonly PolicyLink[]> {
  const links = value.map(({ dir, repo, branch = "main", baseline = null }) => ({
    dir: absolutePath({ ...setting, value: dir }, configPath, env).value,
    upstream: repo === undefined ? null : { repo: parseRepo(repo), branch },
    baseline,
  }));
  return { ...setting, value: links };
}
