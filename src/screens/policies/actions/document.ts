import { textBefore } from "../../../policy/lines.ts";
import { isPaneShown } from "../../../tui/layout.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { isZoomed, zoomed } from "../../../tui/state/layout.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { scrolled } from "../../../tui/viewer/moves.ts";
import type { Command } from "../../app.ts";
import { detailText } from "../detail/detail-text.ts";
import { currentPlace, sourceViewer } from "../detail/source-viewer.ts";
import { askBeforeLeaving } from "../dialogs/what-if-question.ts";
import { requireChange, requireFinding, requireOwnFile, requirePage } from "../disabled-reasons.ts";
import { detailSize, policiesArrangement } from "../layout.ts";
import { endComparison } from "../operations/compared-version.ts";
import type { PoliciesApp, PoliciesRunning } from "../running.ts";
import { policyPanes } from "../select/policies-state.ts";
import { selectedAxis, selectedPart, shownPage } from "../select/selection.ts";
import {
  moveChange,
  moveColumn,
  moveFinding,
  movePane,
  paneShown,
  policiesSlice,
  setPolicies,
} from "../state/policies.ts";
import { pendingChange, requireNothingPending } from "../state/what-if.ts";
import { goToFindingInSource } from "./source.ts";

function scrollPane({ store, registry }: PoliciesApp, step: number): void {
  const policies = policiesSlice.get(store.get());
  const page = shownPage(policies);
  const source = sourceViewer(store.get());
  if (source !== null) {
    store.dispatch(source.put(scrolled(step)(source.state, source.content, source.size)));
    return;
  }
  if (page === null) return;
  const { last } = detailText(store.get(), page, detailSize(store.get()), registry);
  const paneTop = Math.max(0, Math.min(Math.min(policies.paneTop, last) + step, last));
  store.dispatch(setPolicies({ paneTop }));
}

/** Returns true if the text below the matrix is visible; a low window shows one pane at a time. */
const isDetailShown = (state: AppState) => isPaneShown(state, policiesArrangement, "detail");

/** Opens the file in the user's editor at the current place, and scans the directory afterwards. */
async function edit({ store, terminal, running }: PoliciesApp): Promise<void> {
  const policies = policiesSlice.get(store.get());
  const page = shownPage(policies);
  if (page === null) return;
  const place = currentPlace(policies);
  const before = textBefore(page.source, place);
  await terminal.edit(() => ({ path: page.path, line: place.line, before }));
  running.load();
}

/** Selects the next or previous finding, or visible change, and shows it. */
function goToFinding(app: PoliciesApp, step: 1 | -1): void {
  if (goToFindingInSource(app, step)) return;
  const { store } = app;
  store.dispatch(isDiffShown(store.get()) ? moveChange(step) : moveFinding(step));
  if (!isDetailShown(store.get())) store.dispatch(setPolicies({ focus: "detail" }));
}

const isDiffShown = (state: AppState) => policiesSlice.get(state).pane === "diff";

const requireItem = (state: AppState) => (isDiffShown(state) ? requireChange(state) : requireFinding(state));

/** Shows the next or previous text below the matrix; the current one if it is hidden. */
function goToPane({ store }: PoliciesApp, step: 1 | -1): void {
  store.dispatch(isDetailShown(store.get()) ? movePane(step) : setPolicies({ focus: "detail" }));
}

/** Commands of an open policy, in which the list commands select a clause. */
export const documentCommands: readonly Command<PoliciesRunning>[] = [
  {
    id: "policy.explain",
    scope: "policy",
    ...act("open", "why"),
    title: "Explain the cell or axis",
    footerLabel: "explain",
    disabledReason(state) {
      const policies = policiesSlice.get(state);
      if (policies.focus === "detail" && isZoomed(state, "policies", 2)) {
        return "the explanation already fills the window";
      }
      const isNone = selectedPart(policies) === null && selectedAxis(policies) === null;
      return isNone ? "this policy has no readable clause" : null;
    },
    run({ store }) {
      const { focus, pane, paneTop } = policiesSlice.get(store.get());
      const shown = focus === "detail" ? { pane, paneTop } : { pane: "cell" as const, paneTop: 0 };
      store.dispatch(setPolicies({ ...shown, focus: "detail" }));
      store.dispatch(zoomed("policies", 2));
    },
  },
  {
    id: "policy.back",
    scope: "policy",
    ...act("back", "leave"),
    title: "Go back, or discard the what-if",
    footerLabel: (state) =>
      pendingChange(state) !== null && policiesSlice.get(state).focus === "matrix" ? "discard" : "back",
    run({ store }) {
      const isDetail = policiesSlice.get(store.get()).focus === "detail";
      const question = isDetail ? null : askBeforeLeaving(store.get(), null);
      if (question !== null) {
        store.dispatch(question);
        return;
      }
      const levels = isDetail && isZoomed(store.get(), "policies") ? 1 : 0;
      store.batch(() => {
        store.dispatch(setPolicies({ focus: isDetail ? "matrix" : "list" }));
        store.dispatch(zoomed("policies", levels));
        if (!isDetail) endComparison(store);
      });
    },
  },
  {
    id: "policy.next-finding",
    scope: "policy",
    ...act("nextItem"),
    title: "Select next finding or change",
    footerLabel: (state) => (isDiffShown(state) ? "change" : "finding"),
    disabledReason: requireItem,
    run: (app) => goToFinding(app, 1),
  },
  {
    id: "policy.previous-finding",
    scope: "policy",
    ...act("previousItem"),
    title: "Select previous finding or change",
    disabledReason: requireItem,
    run: (app) => goToFinding(app, -1),
  },
  {
    id: "policy.edit",
    scope: "policy",
    ...act("edit"),
    title: "Edit the policy in $EDITOR",
    footerLabel: "edit",
    disabledReason: (state) => requirePage(state) ?? requireOwnFile(state) ?? requireNothingPending(state),
    run: edit,
  },
  {
    id: "policy.pane-next",
    scope: "policy",
    ...act("nextPane"),
    title: "Show the next pane",
    footerLabel: "pane",
    run: (app) => goToPane(app, 1),
  },
  {
    id: "policy.pane-previous",
    scope: "policy",
    ...act("previousPane"),
    title: "Show the previous pane",
    run: (app) => goToPane(app, -1),
  },
  {
    id: "policy.show-tab",
    scope: internal,
    keys: [],
    title: "Show a pane below the matrix",
    run({ store }, wanted) {
      const pane = policyPanes.find((name) => name === wanted);
      if (pane !== undefined) store.dispatch(paneShown(pane));
    },
  },
  {
    id: "policy.axis-next",
    scope: "policy",
    ...act("right"),
    title: "Select the next axis",
    run: ({ store }) => store.dispatch(moveColumn(1)),
  },
  {
    id: "policy.axis-previous",
    scope: "policy",
    ...act("left"),
    title: "Select the previous axis",
    run: ({ store }) => store.dispatch(moveColumn(-1)),
  },
  {
    id: "policy.scroll-down",
    scope: "policy",
    ...act("scrollDown"),
    title: "Scroll the pane down",
    run: (app) => scrollPane(app, 1),
  },
  {
    id: "policy.scroll-up",
    scope: "policy",
    ...act("scrollUp"),
    title: "Scroll the pane up",
    run: (app) => scrollPane(app, -1),
  },
];
