import { openApp, type OpenApp } from "../app/open-app.ts";
import { policyFolder } from "./policy-folder.ts";

/** Opens the Policies screen for a directory with these files. */
export async function openPolicies(
  files: Readonly<Record<string, string>>,
  {
    columns = 80,
    rows = 24,
    env = {},
  }: { columns?: number; rows?: number; env?: Record<string, string> } = {},
): Promise<OpenApp & { readonly folder: string }> {
  const folder = policyFolder(files);
  const app = await openApp({ args: ["--policies", folder], columns, rows, env });
  app.screen.press("3");
  // The status line briefly shows something else.
  await app.screen.waitFor(/^[│┃] {4}policy .*reviewed/);
  return { ...app, folder };
}
