import { expect, it } from "vitest";
import { goToOpen } from "../../../../../src/screens/policies/actions/matrix.ts";
import {
  pageLoaded,
  policiesScanned,
  policiesSlice,
  setPolicies,
} from "../../../../../src/screens/policies/state/policies.ts";
import { layoutSlice } from "../../../../../src/tui/state/layout.ts";
import { messagesSlice } from "../../../../../src/tui/state/messages.ts";
import { createStore } from "../../../../../src/tui/state/store.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { shippedPolicy } from "../../../../support/policy/policy-folder.ts";

it("continues from the clause that was gone to since", () => {
  const page = pageOf(shippedPolicy("healthcare"));
  const files = [{ path: page.path, name: "p.yaml", stamp: "1" }];
  const store = createStore([messagesSlice, policiesSlice, layoutSlice]);
  store.dispatch(policiesScanned({ files, isCut: false, problem: null }, 0));
  store.dispatch(setPolicies({ selectedPath: page.path, focus: "matrix" }));
  store.dispatch(pageLoaded(page));
  const rowAfter = (step: 1 | -1) => {
    goToOpen(store, step);
    return policiesSlice.get(store.get()).cell.row;
  };
  expect([rowAfter(1), rowAfter(1), rowAfter(1)]).toEqual([0, 1, 2]);
  store.dispatch(setPolicies({ cell: { row: 8, column: 0 } }));
  expect([rowAfter(1), rowAfter(1)]).toEqual([9, 10]);
  store.dispatch(setPolicies({ cell: { row: 4, column: 0 } }));
  expect([rowAfter(-1), rowAfter(1)]).toEqual([3, 4]);
});
