import type { App } from "../app.ts";
import { policyPane } from "../detail/policy-pane.ts";
import { commentDialog } from "../overlays/comment-dialog.ts";
import { policiesLayout } from "../policies/policies-layout.ts";
import type { AppState } from "../state/app-state.ts";
import { closeComment, findOverlay, openOverlay } from "../state/overlays.ts";
import {
  movedColumn,
  movedFinding,
  selectedClause,
  selectedFinding,
  shownPage,
  turnedPane,
  withPolicies,
} from "../state/policies-state.ts";
import type { Command } from "./command.ts";

const shipped = "bundled policies are read-only; copy them to a folder and open it with --policies";

const needsPage = (state: AppState) => (shownPage(state) === null ? "the policy is still loading" : null);

const needsFinding = (state: AppState) =>
  needsPage(state) ?? (selectedFinding(state) === null ? "this policy has no findings" : null);

const needsClause = (state: AppState) => {
  const clause = selectedClause(state);
  if (clause === null) return "this policy has no readable clause";
  if (clause.id === null) return "this clause has no readable id";
  return clause.hash === null ? "this clause has no canonical form" : null;
};

const needsOwnFile = ({ policies }: AppState) => (policies.folder?.isShipped === true ? shipped : null);

const needsFix = (state: AppState) =>
  needsFinding(state) ??
  (selectedFinding(state)?.fix === null ? "no automatic fix for this finding" : needsOwnFile(state));

function scrollPane({ store }: App, step: number): void {
  store.update((state) => {
    const page = shownPage(state);
    if (page === null) return state;
    const { documentColumns, documentRows } = policiesLayout(state);
    const { last } = policyPane(state.policies, page, documentColumns, documentRows);
    const paneTop = Math.max(0, Math.min(Math.min(state.policies.paneTop, last) + step, last));
    return withPolicies({ paneTop })(state);
  });
}

function leaveComment({ store }: App): void {
  const dialog = findOverlay(store.get(), "comment");
  if (dialog === null || dialog.field.value === dialog.known) store.update(closeComment);
  else {
    store.update(
      openOverlay({
        kind: "confirm",
        title: "Discard changes?",
        lines: ["Unsaved changes are lost."],
        verb: "discard",
        action: { kind: "leave-comment" },
      }),
    );
  }
}

/** Commands of an open policy. The list commands move between its clauses. */
export const policyDocumentCommands: readonly Command[] = [
  {
    id: "policy.explain",
    scope: "policy",
    keys: ["enter"],
    title: "Explain the selected cell",
    short: "explain",
    off: (state) => (selectedClause(state) === null ? "this policy has no readable clause" : null),
    run: ({ store }) => store.update(withPolicies({ pane: "cell", paneTop: 0 })),
  },
  {
    id: "policy.back",
    scope: "policy",
    keys: ["esc", "q"],
    title: "Return to the list",
    short: "back",
    run: ({ store }) => store.update(withPolicies({ focus: "list" })),
  },
  {
    id: "policy.next-finding",
    scope: "policy",
    keys: ["]"],
    title: "Go to the next finding",
    short: "finding",
    off: needsFinding,
    run: ({ store }) => store.update(movedFinding(1)),
  },
  {
    id: "policy.previous-finding",
    scope: "policy",
    keys: ["["],
    title: "Go to the previous finding",
    off: needsFinding,
    run: ({ store }) => store.update(movedFinding(-1)),
  },
  {
    id: "policy.fix",
    scope: "policy",
    keys: ["F"],
    title: "Apply the suggested fix",
    short: "fix",
    off: needsFix,
    run: ({ policies }) => policies.applyFix(),
  },
  {
    id: "policy.edit",
    scope: "policy",
    keys: ["e"],
    title: "Edit the policy in $EDITOR",
    short: "edit",
    off: (state) => needsPage(state) ?? needsOwnFile(state),
    run: ({ policies }) => policies.edit(),
  },
  {
    id: "policy.approve",
    scope: "policy",
    keys: ["a"],
    title: "Approve or unapprove the clause",
    short: "approve",
    off: needsClause,
    run: ({ policies }) => policies.judge("approved"),
  },
  {
    id: "policy.flag",
    scope: "policy",
    keys: ["x"],
    title: "Flag or unflag the clause",
    short: "flag",
    off: needsClause,
    run: ({ policies }) => policies.judge("flagged"),
  },
  {
    id: "policy.comment",
    scope: "policy",
    keys: ["c"],
    title: "Comment on the clause",
    short: "comment",
    off: needsClause,
    run({ store }) {
      const page = shownPage(store.get());
      const clause = selectedClause(store.get());
      const dialog = page === null || clause === null ? null : commentDialog(page.path, clause);
      if (dialog !== null) store.update(openOverlay(dialog));
    },
  },
  {
    id: "policy.pane-next",
    scope: "policy",
    keys: ["tab"],
    title: "Show the next pane",
    short: "pane",
    run: ({ store }) => store.update(turnedPane(1)),
  },
  {
    id: "policy.pane-previous",
    scope: "policy",
    keys: ["shift+tab"],
    title: "Show the previous pane",
    run: ({ store }) => store.update(turnedPane(-1)),
  },
  {
    id: "policy.axis-next",
    scope: "policy",
    keys: ["l", "right"],
    title: "Select the next axis",
    run: ({ store }) => store.update(movedColumn(1)),
  },
  {
    id: "policy.axis-previous",
    scope: "policy",
    keys: ["h", "left"],
    title: "Select the previous axis",
    run: ({ store }) => store.update(movedColumn(-1)),
  },
  {
    id: "policy.scroll-down",
    scope: "policy",
    keys: ["J"],
    title: "Scroll the pane down",
    run: (app) => scrollPane(app, 1),
  },
  {
    id: "policy.scroll-up",
    scope: "policy",
    keys: ["K"],
    title: "Scroll the pane up",
    run: (app) => scrollPane(app, -1),
  },
  {
    id: "comment.save",
    scope: "comment",
    keys: ["enter", "ctrl+s"],
    title: "Save comment (empty deletes it)",
    short: "save",
    run: ({ policies }) => policies.saveComment(),
  },
  {
    id: "comment.leave",
    scope: "comment",
    keys: ["esc"],
    title: "Cancel",
    short: "cancel",
    run: leaveComment,
  },
];
