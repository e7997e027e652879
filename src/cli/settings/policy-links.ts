import type { UpstreamBranch } from "../../model/upstream.ts";
import { parseRepo } from "../../model/watched-item.ts";
import { absolutePath } from "./absolute-path.ts";
import type { ConfigValues } from "./config-schema.ts";
import type { Setting } from "./layers.ts";
import type { Environment } from "./settings.ts";

/** Directory of policies, by its absolute path, and the branch that they come from. */
export interface PolicyLink {
  readonly dir: string;
  readonly upstream: UpstreamBranch;
}

export type ConfiguredLink = Exclude<ConfigValues["policies"], string | undefined>[number];

/** Returns the directory of the policies: that of the first link, if links are configured. */
export function policyFolder(
  { value, ...setting }: Setting<string | readonly ConfiguredLink[] | null>,
  configPath: string,
  env: Environment,
): Setting<string | null> {
  if (value === null || typeof value === "string") return { ...setting, value };
  return absolutePath({ ...setting, value: value[0]?.dir ?? "" }, configPath, env);
}

/** Returns the linked directories with their branches. */
export function policyLinks(
  { value, ...setting }: Setting<readonly ConfiguredLink[]>,
  configPath: string,
  env: Environment,
): Setting<readonly PolicyLink[]> {
  const links = value.map(({ dir, repo, branch = "main" }) => ({
    dir: absolutePath({ ...setting, value: dir }, configPath, env).value,
    upstream: { repo: parseRepo(repo), branch },
  }));
  return { ...setting, value: links };
}
