import type { z } from "zod";
import { failureLine, isHooklensError } from "../../model/errors.ts";
import type { UpstreamBranch } from "../../model/upstream.ts";
import { listedTypes, parseRepo } from "../../model/watched-item.ts";
import { absolutePath } from "./absolute-path.ts";
import type { Setting, SettingContext, Zod } from "./setting.ts";

/** Directory of policies, by its absolute path. */
export interface PolicyLink {
  readonly dir: string;
  /** Branch of their repo, or null. */
  readonly upstream: UpstreamBranch | null;
  /** Git revision to compare them with; null for HEAD. */
  readonly baseline: string | null;
}

export type ConfiguredLink = z.infer<ReturnType<typeof policyLinkSchema>>;

/** Directory of policies, with its upstream branch and its baseline in git. */
export function policyLinkSchema(z: Zod) {
  return z
    .strictObject({
      dir: z.string().min(1),
      repo: z.string().superRefine(checkRepo).optional(),
      branch: z.string().min(1).max(255).optional(),
      baseline: z.string().min(1).max(255).optional(),
    })
    .refine(({ repo, branch }) => branch === undefined || repo !== undefined, {
      path: ["branch"],
      message: "needs a repo",
    });
}

function checkRepo(repo: string, context: z.RefinementCtx): void {
  try {
    const { type } = parseRepo(repo);
    if (!listedTypes.some((listed) => listed === type)) {
      context.addIssue({ code: "custom", message: `${type} has no files; use ${listedTypes.join(", ")}` });
    }
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    context.addIssue({ code: "custom", message: failureLine(error) });
  }
}

/** Returns the directory of the policies: the first one of a list. */
export function policyFolder(
  { value, ...setting }: Setting<string | readonly ConfiguredLink[] | null>,
  context: SettingContext,
): Setting<string | null> {
  if (value === null || typeof value === "string") return { ...setting, value };
  return absolutePath({ ...setting, value: value[0]?.dir ?? "" }, context);
}

/** Returns the listed directories with their branches and baselines. */
export function policyLinks(
  { value, ...setting }: Setting<readonly ConfiguredLink[]>,
  context: SettingContext,
): Setting<readonly PolicyLink[]> {
  const links = value.map(({ dir, repo, branch = "main", baseline = null }) => ({
    dir: absolutePath({ ...setting, value: dir }, context).value,
    upstream: repo === undefined ? null : { repo: parseRepo(repo), branch },
    baseline,
  }));
  return { ...setting, value: links };
}
