import { expect, it } from "vitest";
import { holdBack } from "../../../src/screens/deliveries/list/held-back.ts";
import { deliveryOf, someMomentMs } from "../../support/app/deliveries.ts";

/** Returns rows with these ages in milliseconds, newest first; pending ones are negative. */
function heldAt(...ages: readonly number[]) {
  const rows = ages.map((age, index) =>
    deliveryOf(ages.length - index, {
      receivedAt: new Date(someMomentMs - Math.abs(age)).toISOString(),
      outcome: age < 0 ? "pending" : "handled",
    }),
  );
  const { page, dueMs } = holdBack({ rows, more: true }, someMomentMs);
  return { seqs: page.rows.map(({ seq }) => seq), more: page.more, dueMs };
}

it("lists a pending delivery when it is 100 ms old, and no later one before it", () => {
  expect(heldAt(5, -20, 30, -60, 90)).toEqual({ seqs: [1], more: true, dueMs: 40 });
  expect(heldAt(5, -100, 300)).toEqual({ seqs: [3, 2, 1], more: true, dueMs: null });
  expect(heldAt(5, 6)).toEqual({ seqs: [2, 1], more: true, dueMs: null });
  expect(heldAt(-1)).toEqual({ seqs: [], more: true, dueMs: 99 });
});

it("lists a further try at once: it replaces the row of its event in a folded list", () => {
  const receivedAt = new Date(someMomentMs).toISOString();
  const rows = [deliveryOf(7, { receivedAt, outcome: "pending", eventOf: 3, tries: 2 }), deliveryOf(5)];
  expect(holdBack({ rows, more: false }, someMomentMs)).toEqual({ page: { rows, more: false }, dueMs: null });
});
