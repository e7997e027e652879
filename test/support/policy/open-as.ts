import { join } from "node:path";
import { readReview } from "../../../src/policy-files/review-folder.ts";
import { openApp } from "../app/open-app.ts";
import type { OpenApp } from "../app/open-app.ts";

/** Opens the policy `p.yaml` of a directory as a person. */
export async function openAs(
  name: string,
  folder: string,
  cwd?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<OpenApp> {
  const app = await openApp({
    args: ["--policies", folder],
    columns: 120,
    rows: 40,
    env: { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "user.name", GIT_CONFIG_VALUE_0: name, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  app.screen.press("3");
  await app.screen.waitFor(/^[│┃]?❯ [·✓✗▼⚑↺▲] p\.yaml/);
  app.screen.press("enter");
  await app.screen.waitFor(/\[(?:Cell|Findings \d+)\]/);
  return app;
}

/** Returns the entries of the review of `p.yaml`. */
export const entriesOf = (folder: string) => readReview(join(folder, "p.yaml.review")).entries;
