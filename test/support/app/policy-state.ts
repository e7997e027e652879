import { type PolicyReading, viewsOf } from "../../../src/policy-service/make-page.ts";
import { noOlderVersion } from "../../../src/policy-service/page-diff.ts";
import { revisionBase } from "../../../src/policy-service/policy-page.ts";
import type { PolicyPage } from "../../../src/policy-service/policy-page.ts";
import { checkPolicy } from "../../../src/policy/check.ts";
import { unsealed } from "../../../src/policy/seal/seal-state.ts";
import {
  policiesChecked,
  pageLoaded,
  policiesScanned,
  setPolicies,
} from "../../../src/screens/policies/state/policies.ts";
import { showScreen } from "../../../src/tui/state/nav.ts";
import type { Size } from "../../../src/tui/state/window.ts";
import { testNowMs } from "../policy/valid-policy.ts";
import { someMomentMs } from "./deliveries.ts";
import { initialState, after, type KnownState } from "./state.ts";

/**
 * Returns the page of a text, as the policy thread does.
 * @param head text in the baseline; null for a document that no repository has
 */
export function pageOf(
  text: string,
  path = "/p/p.yaml",
  { reviewer = "ann", ...review }: Partial<PolicyReading["review"]> & { readonly reviewer?: string } = {},
  head: string | null = null,
  baseline = "HEAD",
): PolicyPage {
  const check = checkPolicy(text, { file: path, nowMs: testNowMs });
  return viewsOf({
    path,
    file: { check, text, bytes: Buffer.from(text) },
    review: { entries: [], problem: null, ...review },
    seal: unsealed,
    baseline: {
      base: revisionBase(baseline),
      version:
        head === null
          ? noOlderVersion
          : {
              check: head === text ? "same" : checkPolicy(head, { file: path, nowMs: testNowMs }),
              text: head,
            },
    },
  }).page(reviewer);
}

/** Returns a state on the Policies screen with these texts checked and the first one selected. */
export function policiesState(
  texts: Readonly<Record<string, string>>,
  size: Size = { columns: 120, rows: 40 },
): KnownState {
  const files = Object.keys(texts).map((name) => ({ path: `/p/${name}`, name, stamp: "1" }));
  let state: KnownState = after(initialState(size, someMomentMs), showScreen("policies"));
  state = after(state, setPolicies({ folder: { path: "/p", isShipped: false } }));
  state = after(state, policiesScanned({ files, isCut: false, problem: null }, someMomentMs));
  const results = files.map(({ path, name, stamp }) => {
    return { path, stamp, summary: pageOf(texts[name] ?? "", path).summary };
  });
  state = after(state, policiesChecked(results));
  const [first] = files;
  if (first === undefined) return state;
  state = after(state, setPolicies({ selectedPath: first.path }));
  return after(state, pageLoaded(pageOf(texts[first.name] ?? "", first.path)));
}
