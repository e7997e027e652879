import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import type { OpenItem } from "../../../policy/open-items.ts";
import { truncate } from "../../../text/truncate.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/registry.ts";
import { placeIn } from "../select/matrix-order.ts";
import { inOrder, isSameItem, openItemsOf } from "../select/open-items.ts";
import type { PoliciesState } from "../select/policies-state.ts";
import { itemWords } from "./open-item-lines.ts";

/** Maximum columns of the words about an item. */
const maxWords = 60;

/**
 * Says why the selected cell was gone to: `2 of 7: ⚑ 502b flagged: no owner`. Null if it was not, if something was done
 * since, or if the item is no longer open.
 */
export function openItemText(
  { openItem, openCell, cell, order }: Pick<PoliciesState, "openItem" | "openCell" | "cell" | "order">,
  page: PolicyPage,
  registry: Registry,
): Visible | null {
  if (openItem === null || openCell !== cell) return null;
  const items = inOrder(openItemsOf(page), placeIn(page, order));
  const index = items.findIndex((item) => isSameItem(item, openItem));
  const item = items[index];
  if (item === undefined) return null;
  const words = truncate(itemWords(page, item), maxWords);
  return v`${index + 1} of ${items.length}: ${words}${whereText(item, registry)}`;
}

/** Names the key of the dialog that the seal needs. */
function whereText({ kind }: OpenItem, registry: Registry): string {
  if (kind === "seal-proposed") return `, ${keyOf(registry, "policy.seal")} signs`;
  return kind.startsWith("seal-") ? `, ${keyOf(registry, "policy.verify")} shows it` : "";
}
