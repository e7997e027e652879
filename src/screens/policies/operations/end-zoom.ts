import { hasFewRows } from "../../../tui/layout.ts";
import { isZoomed, zoomed } from "../../../tui/state/layout.ts";
import type { Store } from "../../../tui/state/store.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";

/** Shows the matrix again beside an explanation that fills the window; a low window keeps the explanation. */
export function endZoom(store: Store): void {
  const state = store.get();
  if (policiesSlice.get(state).focus !== "detail" || !isZoomed(state, "policies", 2)) return;
  store.batch(() => {
    store.dispatch(zoomed("policies", 1));
    if (!hasFewRows(state)) store.dispatch(setPolicies({ focus: "matrix" }));
  });
}
