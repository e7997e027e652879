import { mountApp } from "../app/mount-app.ts";
import type { OpenApp } from "../app/open-app.ts";
import { policyFolder } from "./policy-folder.ts";

interface OpenPoliciesOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Record<string, string>;
}

/** Opens the Policies screen for a directory with these files. */
export async function openPolicies(
  files: Readonly<Record<string, string>>,
  options: OpenPoliciesOptions = {},
): Promise<OpenApp & { readonly folder: string }> {
  const folder = policyFolder(files);
  return { ...(await openPolicyFolder(folder, options)), folder };
}

/** Opens the Policies screen for a directory. */
export async function openPolicyFolder(
  folder: string,
  { columns = 80, rows = 24, env = {} }: OpenPoliciesOptions = {},
): Promise<OpenApp> {
  const app = await mountApp({ args: ["--policies", folder], columns, rows, env });
  app.screen.press("3");
  // The status line briefly shows something else.
  await app.screen.waitFor(/^[│┃] {4}policy .*approved/);
  // The next keys may be for the document, which is made after the checks.
  await app.screen.waitUntil((now) => !/^[│┃]?[❯ ] ⋯ | {2}Loading /m.test(now.text()));
  return app;
}
