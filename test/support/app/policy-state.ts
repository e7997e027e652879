import { makePage } from "../../../src/app/policies/make-page.ts";
import type { PolicyPage } from "../../../src/app/policies/policy-page.ts";
import type { AppState } from "../../../src/app/state/app-state.ts";
import { initialState } from "../../../src/app/state/app-state.ts";
import {
  policyChecked,
  pageLoaded,
  policiesScanned,
  withPolicies,
} from "../../../src/app/state/policies-state.ts";
import { checkPolicy } from "../../../src/policy/check.ts";
import { testNowMs } from "../policy/valid-policy.ts";
import { someMomentMs } from "./deliveries.ts";

/** Returns the page of a text, as the policy thread does. */
export function pageOf(text: string, path = "/p/p.yaml"): PolicyPage {
  const check = checkPolicy(text, { file: path, nowMs: testNowMs });
  return makePage(path, { check, text, bytes: Buffer.from(text) }, { ok: true, marks: [] });
}

/** Returns a state on the Policies screen with these texts checked and the first one selected. */
export function policiesState(
  texts: Readonly<Record<string, string>>,
  size: AppState["size"] = { columns: 120, rows: 40 },
): AppState {
  const files = Object.keys(texts).map((name) => ({ path: `/p/${name}`, name, stamp: "1" }));
  let state: AppState = { ...initialState(size, someMomentMs), screen: "policies" };
  state = withPolicies({ folder: { path: "/p", isShipped: false } })(state);
  state = policiesScanned({ files, isCut: false, problem: null }, someMomentMs)(state);
  for (const { path, name, stamp } of files) {
    state = policyChecked(path, stamp, pageOf(texts[name] ?? "", path).summary)(state);
  }
  const [first] = files;
  if (first === undefined) return state;
  state = withPolicies({ selectedPath: first.path })(state);
  return pageLoaded(pageOf(texts[first.name] ?? "", first.path))(state);
}
