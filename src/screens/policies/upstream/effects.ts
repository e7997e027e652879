import { basename } from "node:path";
import { coalesce } from "../../../async/coalesce.ts";
import { upstreamText } from "../../../model/upstream.ts";
import type { UpstreamDocument } from "../../../policy-files/upstream/compare-upstream.ts";
import { revisionFolder } from "../../../policy-files/upstream/revision-folder.ts";
import type { ComparedRevision, UpstreamPlace } from "../../../policy-service/upstream-methods.ts";
import { plural } from "../../../text/numbers.ts";
import { ask } from "../../../tui/dialogs/confirm.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { closeDialogs, navSlice, topDialog } from "../../../tui/state/nav.ts";
import { hubNow } from "../../app.ts";
import { showDone } from "../kit/show-done.ts";
import type { PoliciesApp } from "../running.ts";
import type { PolicyEntry } from "../select/policies-state.ts";
import { selectedPolicy } from "../select/selection.ts";
import { policiesSlice, setPolicies, upstreamMarked } from "../state.ts";
import { comparisonKind } from "./comparison-dialog.ts";
import { differingDocuments, listedStandings, setUpstream, upstreamSlice } from "./state.ts";
import { selectedDocument, upstreamKind } from "./upstream-dialog.ts";
import { doubtsOf } from "./upstream-doubts.ts";
import { sameText, shortSha } from "./upstream-lines.ts";
import { watchNews } from "./watch-news.ts";

export interface UpstreamEffects {
  /** Fetches the branch, and lists the documents that differ. */
  openUpstream(): Promise<void>;
  /** Fetches the branch, and compares the open document if it differs. */
  compareOpenDocument(): Promise<void>;
  /** Compares the selected document of the list. */
  compareSelected(): Promise<void>;
  /** Writes upstream's version of the selected document into the directory; asks before, if it makes a value weaker. */
  takeSelected(): Promise<void>;
  /** Writes the version that was asked about. */
  takeAsked(): Promise<void>;
  /** Keeps our version of the selected document until upstream changes it, or no longer. */
  keepSelected(): Promise<void>;
  stopUpstream(): void;
}

/** Creates the effects about the repo that the directory comes from. Only `takeSelected` writes into the directory. */
export function createUpstreamEffects(app: PoliciesApp): UpstreamEffects {
  const { store, registry, services } = app;
  const { service, load } = app.running;
  const folder = services.policyFolder;
  const link = folder?.upstream ?? null;
  const fail = (error: unknown) => report(store, error);
  const path = folder?.path ?? "";
  const place: UpstreamPlace = {
    folder: path,
    dir: link === null ? "" : revisionFolder(services.dataDir, upstreamText(link), path),
  };
  const stops: (() => void)[] = [];

  const put = (fetched: ComparedRevision | null) => {
    if (fetched === null) return;
    store.batch(() => {
      store.dispatch(setUpstream({ fetched }));
      store.dispatch(upstreamMarked(listedStandings(fetched)));
    });
  };
  const compare = coalesce(async () => put(await service.upstreamView(place)), fail);

  if (link !== null) {
    store.dispatch(setUpstream({ link }));
    services.events.ready.on(() => compare());
    let seen: readonly PolicyEntry[] = [];
    stops.push(
      watchNews(app, link),
      store.subscribe(() => {
        const { files } = policiesSlice.get(store.get());
        const isChecked = files.every(({ summary }) => summary !== null);
        if (files === seen || !isChecked || upstreamSlice.get(store.get()).fetched === null) return;
        seen = files;
        compare();
      }),
    );
  }

  /** Returns false if the branch was not fetched, with a message. */
  async function fetchBranch(): Promise<boolean> {
    if (link === null) return false;
    store.dispatch(setUpstream({ isFetching: true }));
    try {
      // Loaded on demand: the first frame does not need it.
      const { downloadRevision } = await import("./download-revision.ts");
      const downloaded = await downloadRevision(hubNow(services), link, () => store.nowMs());
      put(await service.upstreamSave(place, downloaded));
      return true;
    } catch (error) {
      fail(error);
      return false;
    } finally {
      store.dispatch(setUpstream({ isFetching: false }));
    }
  }

  function showList(name: string | null): void {
    const selected = differingDocuments(upstreamSlice.get(store.get())).findIndex((one) => one.name === name);
    store.dispatch(closeDialogs("upstream"));
    store.dispatch(
      upstreamKind.open({ kind: "upstream", view: { selected: Math.max(0, selected), top: 0 } }),
    );
  }

  async function fetchAndList(name: string | null): Promise<boolean> {
    const isFetched = await fetchBranch();
    const { fetched } = upstreamSlice.get(store.get());
    const differing = differingDocuments(upstreamSlice.get(store.get()));
    if (fetched === null || (!isFetched && differing.length === 0)) return false;
    if (differing.length === 0) {
      showMessage(store, "ok", sameText(fetched));
      return false;
    }
    const { screen, dialogs } = navSlice.get(store.get());
    // The person has gone on while the branch was fetched.
    if (screen !== "policies" || dialogs.some(({ kind }) => kind !== "upstream")) {
      const found = plural(differing.length, "document differs", "documents differ");
      const key = keyOf(registry, "policies.upstream");
      showMessage(store, "ok", `${found} from upstream ${shortSha(fetched.sha)} · ${key} lists them`);
      return false;
    }
    showList(name);
    return true;
  }

  async function showComparison(document: UpstreamDocument): Promise<void> {
    const diff = await service.upstreamDiff(place, document);
    // The list may be closed meanwhile.
    if (topDialog(store.get())?.kind !== "upstream") return;
    store.dispatch(comparisonKind.open({ kind: "upstream-comparison", document, ...diff, top: 0 }));
  }

  return {
    async openUpstream() {
      await fetchAndList(selectedPolicy(policiesSlice.get(store.get()))?.name ?? null);
    },
    async compareOpenDocument() {
      const name = selectedPolicy(policiesSlice.get(store.get()))?.name ?? null;
      if (!(await fetchAndList(name))) return;
      const document = selectedDocument(store.get());
      if (document?.name === name && document !== null) await showComparison(document);
    },
    async compareSelected() {
      const document = selectedDocument(store.get());
      if (document !== null) await showComparison(document);
    },
    async takeSelected() {
      const document = documentToTake();
      const { fetched } = upstreamSlice.get(store.get());
      if (document === null || fetched === null) return;
      const shown = comparisonKind.find(store.get());
      const { diff } = shown ?? (await service.upstreamDiff(place, document));
      const lines = document.ours === null ? [] : doubtsOf(diff);
      if (lines.length === 0) return take(document);
      // The list may be closed meanwhile, or another document selected.
      if (documentToTake()?.upstream !== document.upstream) return;
      const name = basename(document.name);
      ask(store, {
        title: `Take upstream's ${name} over?`,
        lines,
        verb: "take over",
        command: "upstream.take-asked",
      });
    },
    async takeAsked() {
      const document = documentToTake();
      if (document !== null) await take(document);
    },
    async keepSelected() {
      const document = selectedDocument(store.get());
      if (document === null) return;
      put(await service.upstreamKeep(place, document.name, !document.isKept));
      const name = basename(document.name);
      showMessage(
        store,
        "ok",
        document.isKept ? `${name} is open again` : `Ours of ${name} is kept until upstream changes it`,
      );
    },
    stopUpstream() {
      for (const stop of stops) stop();
    },
  };

  /** Returns the document whose comparison is shown, as it was compared, else the selected one. */
  function documentToTake(): UpstreamDocument | null {
    return comparisonKind.find(store.get())?.document ?? selectedDocument(store.get());
  }

  async function take(document: UpstreamDocument): Promise<void> {
    const { fetched } = upstreamSlice.get(store.get());
    if (fetched === null) return;
    const title = `take ${basename(document.name)} of upstream ${shortSha(fetched.sha)} over`;
    const taken = await service.upstreamTake(place, document);
    const { fixes } = policiesSlice.get(store.get());
    store.dispatch(
      setPolicies({
        fixes: [...fixes, { title, ...taken, atMs: store.nowMs() }],
        selectedPath: taken.path,
      }),
    );
    store.dispatch(closeDialogs("upstream-comparison"));
    put(await service.upstreamView(place));
    load();
    showDone(
      store,
      `Took upstream's ${basename(document.name)} over · ${keyOf(registry, "app.undo")} undoes it`,
      { durationMs: 4_000 },
    );
  }
}
