import { expect, it } from "vitest";
import { openItemText } from "../../../../../src/screens/policies/matrix/open-item-lines.ts";
import { openItemsOf } from "../../../../../src/screens/policies/select/open-items.ts";
import { shownPage } from "../../../../../src/screens/policies/select/selection.ts";
import {
  changesShown,
  moveColumn,
  openItemShown,
  pageLoaded,
  paneShown,
} from "../../../../../src/screens/policies/state/policies.ts";
import { pageOf, policiesState } from "../../../../support/app/policy-state.ts";
import { registry } from "../../../../support/app/registry.ts";
import { after, type KnownState } from "../../../../support/app/state.ts";
import { changed, shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const healthcare = shippedPolicy("healthcare");
const weaker = changed(healthcare, "weight: 1.0", "weight: 0.7");
const page = pageOf(weaker, "/p/p.yaml", {}, healthcare);

function textOf({ policies }: KnownState): string | null {
  const shown = shownPage(policies);
  return shown === null ? null : openItemText(policies, shown, registry);
}

it("stays while the item is open, and goes when another cell, finding or pane is shown", () => {
  const [item] = openItemsOf(page);
  if (item === undefined) throw new Error("the policy needs nobody");
  const at = after(policiesState({ "p.yaml": weaker }), pageLoaded(page), openItemShown(item));
  expect(textOf(at)).toMatch(/^1 of \d+: ▼ 308a1A Λ6 weight 1 → 0.7$/);
  // The file is read again, as it is or with another value that is open, too.
  const read = after(at, pageLoaded({ ...page }));
  expect(textOf(read)).toBe(textOf(at));
  const heavier = pageOf(changed(weaker, "weight: 0.7", "weight: 0.8"), "/p/p.yaml", {}, healthcare);
  expect(openItemsOf(heavier)).toContainEqual(item);
  expect(textOf(after(at, pageLoaded(heavier)))).toMatch(/^1 of \d+: ▼ 308a1A Λ6 weight 1 → 0.8$/);
  const same = pageOf(healthcare, "/p/p.yaml", {}, healthcare);
  expect(textOf(after(at, pageLoaded(same)))).toBeNull();
  expect(textOf(after(at, moveColumn(1), moveColumn(-1)))).toBeNull();
  expect(textOf(after(at, paneShown("summary")))).toBeNull();
  expect(textOf(after(at, changesShown()))).toBeNull();
  // It is said again by the next step.
  expect(textOf(after(at, moveColumn(1), openItemShown(item)))).toBe(textOf(at));
});
