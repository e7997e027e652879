import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Screen } from "../screen/screen.ts";
import type { PolicyApps } from "./policy-apps.ts";
import { changed, shippedPolicy } from "./policy-folder.ts";

/** Policy with a comment at the weight of HIPAA-164.308a1A × Λ6. */
export const healthcare = changed(
  shippedPolicy("healthcare"),
  "weight: 1.0\n        enforcement: mandatory\n        rationale: >-\n          An accurate",
  "weight:   1.0 # as agreed\n        enforcement: mandatory\n        rationale: >-\n          An accurate",
);
export const wide = { columns: 120, rows: 40 };

/** Opens `p.yaml` from the list, at HIPAA-164.308a1A × Λ6. */
export async function selectPolicy(screen: Screen): Promise<void> {
  await screen.waitFor(/· p\.yaml/);
  screen.press("/");
  screen.type("p.yaml");
  await screen.waitFor("1 of 2");
  screen.press("enter", "enter");
  await screen.waitFor("308a1A × Λ6 Security");
}

/** Tries the change of the menu that typing selects. */
export async function tryFromMenu(screen: Screen, typed: string): Promise<void> {
  screen.press("t");
  await screen.waitFor("┌ What if: ");
  screen.type(typed);
  await screen.waitFor(new RegExp(`❯ [A-Za-z ]*\\b${typed}\\b`, "i"));
  screen.press("enter");
  await screen.waitUntil((now) => !now.text().includes("┌ What if: "));
}

/** Starts the app and opens a policy at HIPAA-164.308a1A × Λ6. */
export async function openWhatIfPolicy(openPolicies: PolicyApps["openPolicies"]) {
  const app = await openPolicies({ "p.yaml": healthcare, "q.yaml": shippedPolicy("financial") }, wide);
  await selectPolicy(app.screen);
  const path = join(app.folder, "p.yaml");
  return { ...app, path, written: () => readFileSync(path, "utf8") };
}
