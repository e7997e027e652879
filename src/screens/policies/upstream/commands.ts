import { type Command, internal } from "../../../tui/commands/command.ts";
import { closeDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { requireOwnFile } from "../disabled-reasons.ts";
import type { UpstreamEffects } from "./effects.ts";
import { requireUpstream } from "./state.ts";
import { selectedDocument } from "./upstream-dialog.ts";

const requireDocument = (state: AppState) =>
  selectedDocument(state) === null ? "no document differs from upstream" : null;

const requireUpstreamVersion = (state: AppState) =>
  requireDocument(state) ??
  (selectedDocument(state)?.upstream === null
    ? "upstream has no version that was fetched"
    : requireOwnFile(state));

const requireDifference = (state: AppState) => {
  const needed = requireDocument(state);
  if (needed !== null) return needed;
  return selectedDocument(state)?.standing === "too-large" ? "its upstream version is too large" : null;
};

/** Commands about the repo that the directory comes from. */
export const upstreamCommands: readonly Command<UpstreamEffects>[] = [
  {
    id: "policies.upstream",
    scope: "policies",
    keys: ["U"],
    title: "Fetch upstream and compare",
    disabledReason: requireUpstream,
    run: ({ effects }) => effects.openUpstream(),
  },
  {
    id: "policy.upstream",
    scope: "policy",
    keys: ["U"],
    title: "Fetch upstream and compare",
    disabledReason: requireUpstream,
    run: ({ effects }) => effects.compareOpenDocument(),
  },
  {
    id: "upstream.compare",
    scope: "upstream",
    keys: ["enter", "d"],
    title: "Compare ours with upstream",
    footerLabel: "compare",
    disabledReason: requireDifference,
    run: ({ effects }) => effects.compareSelected(),
  },
  {
    id: "upstream.take-asked",
    scope: internal,
    keys: [],
    title: "Take over the version that was asked about",
    run: ({ effects }) => effects.takeAsked(),
  },
  ...(["upstream", "upstream-comparison"] as const).flatMap((scope): Command<UpstreamEffects>[] => [
    {
      id: `${scope}.take`,
      scope,
      keys: ["t"],
      title: "Take upstream's version over",
      footerLabel: "take over",
      disabledReason: requireUpstreamVersion,
      run: ({ effects }) => effects.takeSelected(),
    },
    {
      id: `${scope}.keep`,
      scope,
      keys: ["o"],
      title: "Keep ours, or no longer",
      footerLabel: "keep ours",
      disabledReason: requireDifference,
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
