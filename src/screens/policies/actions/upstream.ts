import { basename } from "node:path";
import type { UpstreamDocument } from "../../../policy-files/upstream/compare-upstream.ts";
import type { PageDiff } from "../../../policy-service/page-diff.ts";
import { weakerValues } from "../../../policy/review/seal-concerns.ts";
import { signs } from "../../../policy/signs.ts";
import { plural } from "../../../text/numbers.ts";
import { ask, type QuestionLine } from "../../../tui/dialogs/confirm.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { closeDialog, closeDialogs, navSlice, topDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type Command, hubNow } from "../../app.ts";
import { comparisonKind, sameText, selectedDocument, shortSha, upstreamKind } from "../dialogs/upstream.ts";
import { requireOwnFile } from "../disabled-reasons.ts";
import { showRevision, upstreamPlace } from "../follow/upstream.ts";
import { showDone } from "../operations/show-done.ts";
import type { PoliciesApp, PoliciesRunning } from "../running.ts";
import { selectedPolicy } from "../select/selection.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";
import { differingDocuments, requireUpstream, setUpstream, upstreamSlice } from "../state/upstream.ts";

const requireDocument = (state: AppState) =>
  selectedDocument(state) === null ? "no document differs from upstream" : null;

const requireUpstreamVersion = (state: AppState) =>
  requireDocument(state) ??
  (selectedDocument(state)?.upstream === null ? "no upstream version was fetched" : requireOwnFile(state));

const requireDifference = (state: AppState) => {
  const needed = requireDocument(state);
  if (needed !== null) return needed;
  return selectedDocument(state)?.standing === "too-large" ? "its upstream version is too large" : null;
};

/** Fetches the branch. Returns false on failure, with a message. */
async function fetchBranch(app: PoliciesApp): Promise<boolean> {
  const { store, services, running } = app;
  const link = services.policyFolder?.upstream ?? null;
  if (link === null) return false;
  store.dispatch(setUpstream({ isFetching: true }));
  try {
    // Loaded on demand: the first frame does not need it.
    const { downloadRevision } = await import("./download-revision.ts");
    const downloaded = await downloadRevision(hubNow(services), link, () => store.nowMs());
    showRevision(store, await running.service.upstreamSave(upstreamPlace(services), downloaded));
    return true;
  } catch (error) {
    report(store, error);
    return false;
  } finally {
    store.dispatch(setUpstream({ isFetching: false }));
  }
}

/** Fetches the branch, and lists the differing documents. Returns false if no list was opened. */
async function fetchAndList(app: PoliciesApp, name: string | null): Promise<boolean> {
  const { store, registry } = app;
  const isFetched = await fetchBranch(app);
  const { fetched } = upstreamSlice.get(store.get());
  const differing = differingDocuments(upstreamSlice.get(store.get()));
  if (fetched === null || (!isFetched && differing.length === 0)) return false;
  if (differing.length === 0) {
    showMessage(store, "ok", sameText(fetched));
    return false;
  }
  const { screen, dialogs } = navSlice.get(store.get());
  // The user moved on during the fetch.
  if (screen !== "policies" || dialogs.some(({ kind }) => kind !== "upstream")) {
    const found = plural(differing.length, "document differs", "documents differ");
    const key = keyOf(registry, "policies.upstream");
    showMessage(store, "ok", `${found} from upstream ${shortSha(fetched.sha)} · ${key} lists them`);
    return false;
  }
  const selected = differing.findIndex((one) => one.name === name);
  store.dispatch(closeDialogs("upstream"));
  store.dispatch(upstreamKind.open({ kind: "upstream", view: { selected: Math.max(0, selected), top: 0 } }));
  return true;
}

async function openUpstream(app: PoliciesApp): Promise<void> {
  await fetchAndList(app, selectedPolicy(policiesSlice.get(app.store.get()))?.name ?? null);
}

async function showComparison(
  { store, services, running }: PoliciesApp,
  document: UpstreamDocument,
): Promise<void> {
  const diff = await running.service.upstreamDiff(upstreamPlace(services), document);
  // The list may be closed meanwhile.
  if (topDialog(store.get())?.kind !== "upstream") return;
  store.dispatch(comparisonKind.open({ kind: "upstream-comparison", document, ...diff, top: 0 }));
}

/** Fetches the branch, and compares the open document if it differs. */
async function compareOpenDocument(app: PoliciesApp): Promise<void> {
  const { store } = app;
  const name = selectedPolicy(policiesSlice.get(store.get()))?.name ?? null;
  if (!(await fetchAndList(app, name))) return;
  const document = selectedDocument(store.get());
  if (document?.name === name && document !== null) await showComparison(app, document);
}

async function compareSelected(app: PoliciesApp): Promise<void> {
  const document = selectedDocument(app.store.get());
  if (document !== null) await showComparison(app, document);
}

/** Returns the compared document, otherwise the selected one. */
function documentToTake(state: AppState): UpstreamDocument | null {
  return comparisonKind.find(state)?.document ?? selectedDocument(state);
}

/** Writes upstream's version of a document into the directory. */
async function take(app: PoliciesApp, document: UpstreamDocument): Promise<void> {
  const { store, registry, services, running } = app;
  const { fetched } = upstreamSlice.get(store.get());
  if (fetched === null) return;
  const title = `take ${basename(document.name)} from upstream ${shortSha(fetched.sha)}`;
  const place = upstreamPlace(services);
  const taken = await running.service.upstreamTake(place, document);
  const { fixes } = policiesSlice.get(store.get());
  store.dispatch(
    setPolicies({
      fixes: [...fixes, { title, ...taken, atMs: store.nowMs() }],
      selectedPath: taken.path,
    }),
  );
  store.dispatch(closeDialogs("upstream-comparison"));
  showRevision(store, await running.service.upstreamView(place));
  running.load();
  showDone(store, `Took upstream's ${basename(document.name)} · ${keyOf(registry, "app.undo")} undoes it`, {
    durationMs: 4_000,
  });
}

/** Takes upstream's version of the selected document; asks first if it weakens a value. */
async function takeSelected(app: PoliciesApp): Promise<void> {
  const { store, services, running } = app;
  const document = documentToTake(store.get());
  const { fetched } = upstreamSlice.get(store.get());
  if (document === null || fetched === null) return;
  const shown = comparisonKind.find(store.get());
  const { diff } = shown ?? (await running.service.upstreamDiff(upstreamPlace(services), document));
  const lines = document.ours === null ? [] : doubtsOf(diff);
  if (lines.length === 0) return take(app, document);
  // The list may be closed meanwhile, or another document selected.
  if (documentToTake(store.get())?.upstream !== document.upstream) return;
  ask(store, {
    title: `Take upstream's ${basename(document.name)}?`,
    lines,
    verb: "take over",
    command: "upstream.take-asked",
  });
}

/** Takes the confirmed version. */
async function takeAsked(app: PoliciesApp): Promise<void> {
  const document = documentToTake(app.store.get());
  if (document !== null) await take(app, document);
}

/** Keeps our version of the selected document until upstream changes it, or stops keeping it. */
async function keepSelected({ store, services, running }: PoliciesApp): Promise<void> {
  const document = selectedDocument(store.get());
  if (document === null) return;
  const place = upstreamPlace(services);
  showRevision(store, await running.service.upstreamKeep(place, document.name, !document.isKept));
  const name = basename(document.name);
  showMessage(
    store,
    "ok",
    document.isKept ? `${name} is open again` : `Keeping our ${name} until upstream changes it`,
  );
}

/** Commands about the repo that the directory comes from. */
export const upstreamCommands: readonly Command<PoliciesRunning>[] = [
  {
    id: "policies.upstream",
    scope: "policies",
    ...act("moreUpstream"),
    title: "Fetch upstream and compare",
    disabledReason: requireUpstream,
    run: openUpstream,
  },
  {
    id: "policy.upstream",
    scope: "policy",
    ...act("moreUpstream"),
    title: "Fetch upstream and compare",
    disabledReason: requireUpstream,
    run: compareOpenDocument,
  },
  {
    id: "upstream.compare",
    scope: "upstream",
    ...act("open", "compare"),
    title: "Compare ours with upstream",
    footerLabel: "compare",
    disabledReason: requireDifference,
    run: compareSelected,
  },
  {
    id: "upstream.take-asked",
    scope: internal,
    keys: [],
    title: "Confirm upstream's version",
    run: takeAsked,
  },
  ...(["upstream", "upstream-comparison"] as const).flatMap((scope): Command<PoliciesRunning>[] => [
    {
      id: `${scope}.take`,
      scope,
      ...act("approve"),
      title: "Take upstream's version",
      footerLabel: "take over",
      disabledReason: requireUpstreamVersion,
      run: takeSelected,
    },
    {
      id: `${scope}.keep`,
      scope,
      ...act("onOff"),
      title: "Keep or drop ours",
      footerLabel: "keep ours",
      disabledReason: requireDifference,
      run: keepSelected,
    },
    {
      id: `${scope}.undo`,
      scope,
      ...act("undo"),
      title: "Undo taking upstream's version",
      footerLabel: "undo",
      run: ({ run }) => run("app.undo"),
    },
    {
      id: `${scope}.close`,
      scope,
      ...act("back", "leave"),
      title: "Close",
      footerLabel: "close",
      run: ({ store }) => store.dispatch(closeDialog()),
    },
  ]),
];

/** Names the doubts about upstream's version: weakened values, or incomparable versions. */
export function doubtsOf(diff: PageDiff): readonly QuestionLine[] {
  const problem = "problem" in diff ? diff.problem : diff.notCompared;
  const weaker = "changes" in diff ? diff.changes.filter(({ direction }) => direction === "weakened") : [];
  const { words, values } = weakerValues(
    weaker.map(({ text }) => text),
    "ours",
  );
  const lines = [
    ...(weaker.length === 0 ? [] : [words, ...values.map((value) => `· ${value}`)]),
    ...(problem === undefined ? [] : [`${signs.error} not compared: ${problem}`]),
  ];
  return lines.map((text) => ({ text, tone: "error" }));
}
