import { type Command, internal } from "../../../tui/commands/command.ts";
import { closeDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { needsOwnFile } from "../disabled-reasons.ts";
import type { PoliciesEffects } from "../effects.ts";
import { needsUpstream } from "./state.ts";
import { selectedDocument } from "./upstream-dialog.ts";

const needsDocument = (state: AppState) =>
  selectedDocument(state) === null ? "no document differs from upstream" : null;

const needsUpstreamVersion = (state: AppState) =>
  needsDocument(state) ??
  (selectedDocument(state)?.upstream === null
    ? "upstream has no version that was fetched"
    : needsOwnFile(state));

const needsDifference = (state: AppState) => {
  const needed = needsDocument(state);
  if (needed !== null) return needed;
  return selectedDocument(state)?.standing === "too-large" ? "its upstream version is too large" : null;
};

/** Commands about the repo that the directory comes from. */
export const upstreamCommands: readonly Command<PoliciesEffects>[] = [
  {
    id: "policies.upstream",
    scope: "policies",
    keys: ["U"],
    title: "Fetch upstream and compare",
    disabledReason: needsUpstream,
    run: ({ effects }) => effects.openUpstream(),
  },
  {
    id: "policy.upstream",
    scope: "policy",
    keys: ["U"],
    title: "Fetch upstream and compare",
    disabledReason: needsUpstream,
    run: ({ effects }) => effects.compareOpenDocument(),
  },
  {
    id: "upstream.compare",
    scope: "upstream",
    keys: ["enter", "d"],
    title: "Compare ours with upstream",
    footerLabel: "compare",
    disabledReason: needsDifference,
    run: ({ effects }) => effects.compareSelected(),
  },
  {
    id: "upstream.take-asked",
    scope: internal,
    keys: [],
    title: "Take over the version that was asked about",
    run: ({ effects }) => effects.takeAsked(),
  },
  ...(["upstream", "upstream-comparison"] as const).flatMap((scope): Command<PoliciesEffects>[] => [
    {
      id: `${scope}.take`,
      scope,
      keys: ["t"],
      title: "Take upstream's version over",
      footerLabel: "take over",
      disabledReason: needsUpstreamVersion,
      run: ({ effects }) => effects.takeSelected(),
    },
    {
      id: `${scope}.keep`,
      scope,
      keys: ["o"],
      title: "Keep ours, or no longer",
      footerLabel: "keep ours",
      disabledReason: needsDifference,
      run: ({ effects }) => effects.keepSelected(),
    },
    {
      id: `${scope}.undo`,
      scope,
      keys: ["u"],
      title: "Undo the last take-over",
      footerLabel: "undo",
      run: ({ run }) => run("app.undo"),
    },
    {
      id: `${scope}.close`,
      scope,
      keys: ["esc", "q"],
      title: "Close",
      footerLabel: "close",
      run: ({ store }) => store.dispatch(closeDialog()),
    },
  ]),
];
