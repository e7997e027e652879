import { indentedJson } from "../../../text/indented-json.ts";
import { backToList } from "../../../tui/commands/back.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { isDetailShown } from "../layout.ts";
import type { DeliveriesCommand } from "../running.ts";
import {
  deliveriesSlice,
  detailPanes,
  moveDetailPane,
  isFailureSelected,
  openDetail,
  requireSelection,
  selectedDelivery,
  listFocused,
  showDetailPane,
  toggleRaw,
} from "../state/deliveries.ts";
import { showDelivery, showNeighbor } from "./show-delivery.ts";
import { showViolation, violationsShown } from "./violation-jump.ts";

/** Returns the visible detail; null without one, or if it belongs to a previously selected row. */
const shownDetail = (state: AppState) => {
  const { detail } = deliveriesSlice.get(state);
  return detail !== null && detail.seq === selectedDelivery(state)?.seq && isDetailShown(state)
    ? detail
    : null;
};

/** Returns a body as text: indented JSON, or the unchanged text if it is not JSON. */
function payloadText(body: Uint8Array): string {
  const text = new TextDecoder().decode(body);
  const json = indentedJson(text);
  return json === null ? text : `${json}\n`;
}

/** Commands of the detail of a delivery. */
export const detailCommands: readonly DeliveriesCommand[] = [
  {
    id: "deliveries.pane-next",
    scope: "detail",
    ...act("nextPane"),
    title: "Show the next tab",
    run: ({ store }) => store.dispatch(moveDetailPane(1)),
  },
  {
    id: "deliveries.pane-previous",
    scope: "detail",
    ...act("previousPane"),
    title: "Show the previous tab",
    run: ({ store }) => store.dispatch(moveDetailPane(-1)),
  },
  {
    id: "deliveries.show-tab",
    scope: internal,
    keys: [],
    title: "Show a tab",
    run({ store }, wanted) {
      const pane = detailPanes.find((name) => name === wanted);
      if (pane === undefined) return;
      store.dispatch(openDetail());
      store.dispatch(showDetailPane(pane));
    },
  },
  {
    id: "deliveries.why",
    scope: "deliveries",
    ...act("why"),
    title: "Explain the outcome",
    footerLabel: "explain",
    isNeeded: isFailureSelected,
    disabledReason: requireSelection,
    run({ store, run }) {
      const { detail } = deliveriesSlice.get(store.get());
      const isForwarded =
        detail?.seq === selectedDelivery(store.get())?.seq && (detail?.attempts.length ?? 0) > 0;
      run("deliveries.show-tab", isForwarded ? "attempts" : "response");
    },
  },
  {
    id: "detail.newer",
    scope: "detail",
    ...act("previousItem"),
    title: "Show the newer delivery",
    footerLabel: "newer",
    run: (app) => showNeighbor(app, "newer"),
  },
  {
    id: "detail.older",
    scope: "detail",
    ...act("nextItem"),
    title: "Show the older delivery",
    footerLabel: "older",
    run: (app) => showNeighbor(app, "older"),
  },
  {
    id: "detail.next-violation",
    scope: "detail",
    ...act("goViolation"),
    title: "Go to the next schema violation",
    footerLabel: "violation",
    disabledReason: (state) => (violationsShown(state).length === 0 ? "no field violates the schema" : null),
    run: ({ store }) => showViolation(store, null),
  },
  {
    id: "detail.violation",
    scope: internal,
    keys: [],
    title: "Go to a schema violation",
    run: ({ store }, index = "") => showViolation(store, Number(index)),
  },
  {
    id: "deliveries.show",
    scope: internal,
    keys: [],
    title: "Show a delivery",
    run: (app, seq = "") => showDelivery(app, Number(seq)),
  },
  {
    id: "deliveries.raw",
    scope: "deliveries",
    ...act("view"),
    title: "Toggle raw bytes",
    run: ({ store }) => store.dispatch(toggleRaw()),
  },
  {
    id: "deliveries.editor",
    scope: "deliveries",
    ...act("moreText"),
    title: "Open the payload in $EDITOR",
    disabledReason: (state) => (shownDetail(state) === null ? "no payload is shown" : null),
    run({ store, terminal }) {
      const detail = shownDetail(store.get());
      return detail === null ? undefined : terminal.view(payloadText(detail.body), ".json");
    },
  },
  backToList({ id: "detail.back", scope: "detail", screen: "deliveries" }, listFocused),
];
