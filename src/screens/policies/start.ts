import { join } from "node:path";
import process from "node:process";
import { coalesce } from "../../async/coalesce.ts";
import { defaultKeysDir } from "../../engine/directories.ts";
import { type DirectoryWatch, watchDirectories } from "../../files/watch-directories.ts";
import { PolicyThreadGoneError } from "../../policy-files/errors.ts";
import { openPolicyService } from "../../policy-service/client.ts";
import { keyOf } from "../../tui/frame/key-label.ts";
import { keepInView } from "../../tui/list.ts";
import { report } from "../../tui/report.ts";
import { zoomed } from "../../tui/state/layout.ts";
import { showMessage } from "../../tui/state/messages.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { App } from "../app.ts";
import { showSortedAxis } from "./actions/list.ts";
import { followSealDialogs } from "./follow/seal-dialogs.ts";
import { followBranch } from "./follow/upstream.ts";
import {
  applyToFile,
  closeMenuAndForms,
  closeStaleMenu,
  reportMissing,
  tryPending,
} from "./follow/what-if-file.ts";
import { listRows } from "./layout.ts";
import { folderRows, folderView, listedFiles } from "./list/rows.ts";
import { chooseBaseline } from "./operations/compared-version.ts";
import type { PoliciesApp, PoliciesRunning } from "./running.ts";
import type { PolicyEntry } from "./select/policies-state.ts";
import { drawnPage, selectedPolicy, shownPage } from "./select/selection.ts";
import { folderSlice, unmergedCounted } from "./state/list.ts";
import {
  checksEnded,
  checksStarted,
  chosenBase,
  deletedLoaded,
  pageLoaded,
  policiesChecked,
  policiesScanned,
  policiesSlice,
  setPolicies,
  type ScannedFile,
} from "./state/policies.ts";
import { pendingChange } from "./state/what-if.ts";

/** Poll interval for directories without change events, such as network drives, in milliseconds. */
const pollMs = 2_000;
/** Maximum watched directories; each takes one of the system's watches. */
const maxWatched = 200;
/** Maximum number of files offered to the service at once; it checks as many as a short time allows. */
const maxBatch = 200;
/** Number of files in the first batch, so that the first results appear early. */
const firstBatch = 10;

/** Lists, checks and watches the policies of a directory. Only commands change files. */
export function startPolicies(app: App): PoliciesRunning {
  const { store, registry, services } = app;
  const { events, policyFolder: folder } = services;
  store.dispatch(setPolicies({ folder }));
  // An update of hooklens replaces the directory of the bundled policies.
  const separateReviews = folder?.isShipped === true ? join(services.dataDir, "reviews") : null;
  const baseline = () => policiesSlice.get(store.get()).baseline;
  const service = openPolicyService({
    folder: folder?.path ?? ".",
    reviewFolder: separateReviews,
    keysDir: defaultKeysDir(process.env),
  });
  const fail = (error: unknown) => report(store, error);
  let watch: DirectoryWatch | null = null;
  let isStopped = false;
  /** True from the first scan on. */
  let isScanned = false;
  /** Selected deleted policy with a requested page, and its baseline. */
  let triedDeleted: { readonly path: string; readonly baseline: string } | null = null;

  async function check(path: string, stamp: string): Promise<void> {
    const page = await service
      .check(path, chosenBase(store.get(), path), baseline())
      .catch(async (error: unknown) => {
        if (!(error instanceof PolicyThreadGoneError)) throw error;
        // Loaded on demand: the first frame does not need checks of policies.
        const { unreadablePage } = await import("../../policy-service/make-page.ts");
        return unreadablePage(
          path,
          error.message,
          `Press ${keyOf(registry, "app.refresh")} to refresh`,
          baseline(),
        );
      });
    if (page === null) return;
    store.batch(() => {
      store.dispatch(policiesChecked([{ path, stamp, summary: page.summary }]));
      if (pendingChange(store.get())?.path === path) applyToFile(own, page);
      else if (selectedPolicy(policiesSlice.get(store.get()))?.path === path) {
        const isOther = policiesSlice.get(store.get()).page?.path !== path;
        closeStaleMenu(own, page);
        store.dispatch(pageLoaded(page));
        if (isOther) showSortedAxis(store);
      }
    });
  }

  /** Checks files without loading their pages. Each batch is one change of the state. */
  async function checkAll(files: readonly ScannedFile[]): Promise<void> {
    for (let next = 0; next < files.length;) {
      const batch = files.slice(next, next + (next === 0 ? firstBatch : maxBatch));
      const summaries = await service
        .summaries(
          batch.map(({ path }) => path),
          baseline(),
        )
        .catch((error: unknown) => {
          if (error instanceof PolicyThreadGoneError) return null;
          throw error;
        });
      if (isStopped) return;
      if (summaries === null) {
        // One of them ends the thread: checks each alone to find it.
        for (const { path, stamp } of batch) await check(path, stamp);
        next += batch.length;
        continue;
      }
      const results = batch.slice(0, summaries.length).flatMap(({ path, stamp }, index) => {
        const summary = summaries[index] ?? null;
        return summary === null ? [] : [{ path, stamp, summary }];
      });
      store.dispatch(policiesChecked(results));
      next += Math.max(1, summaries.length);
    }
  }

  /** Sorts the list. The selected file stays in its place on the screen; without one the first is selected. */
  function endChecks(): void {
    const { sortedBy, selectedPath } = policiesSlice.get(store.get());
    const before = placeInList(store.get());
    if (sortedBy !== null) store.dispatch(checksEnded());
    if (selectedPath === null)
      store.dispatch(setPolicies({ selectedPath: listedFiles(store.get())[0]?.path ?? null }));
    else if (sortedBy !== null) {
      store.dispatch(setPolicies({ top: Math.max(0, folderView(store.get()).selected - before) }));
    }
  }

  const load = coalesce(async () => {
    if (folder === null || isStopped) return;
    if (!isScanned) {
      isScanned = true;
      const revision = folderSlice.get(store.get()).baselines[folder.path] ?? folder.baseline ?? null;
      if (revision !== null) await chooseBaseline(own, revision).catch(fail);
    }
    const scan = await service.scan(folder.path, baseline());
    const open = openPolicy(store.get());
    store.dispatch(policiesScanned(scan, store.nowMs(), pendingChange(store.get())?.path));
    if (open !== null && openPolicy(store.get()) === null) {
      closeMenuAndForms(store);
      // The list has its preview beside it again.
      store.dispatch(zoomed("policies", 0));
      showMessage(store, "warn", `${open.name} is gone: it was deleted or renamed`);
    }
    watch ??= watchDirectories(load, pollMs);
    const directories = [...scan.repositories, ...scan.folders, ...scan.reviews];
    for (const one of directories.slice(0, maxWatched)) watch.add(one);
    const known = new Map(policiesSlice.get(store.get()).files.map(({ path, stamp }) => [path, stamp]));
    const selected = shownSelection(store.get())?.path;
    const pending = pendingChange(store.get());
    if (pending !== null && scan.files.every(({ path }) => path !== pending.path)) reportMissing(store);
    // A missing file may have returned unchanged.
    const isBack = (path: string) => pending?.file === "gone" && path === pending.path;
    const changed = scan.files.filter(({ path, stamp }) => known.get(path) !== stamp || isBack(path));
    if (changed.length > 1) store.dispatch(checksStarted());
    // The selected file comes first.
    const shown = changed.find(({ path }) => path === selected);
    try {
      if (shown !== undefined) await check(shown.path, shown.stamp);
      // The compared version may have changed.
      else if (selected !== undefined && chosenBase(store.get(), selected) !== null) await recheck(selected);
      await checkAll(changed.filter((one) => one !== shown));
    } finally {
      store.batch(endChecks);
    }
    store.dispatch(unmergedCounted(await service.unmerged(folder.path)));
  }, fail);

  /** Loads the page of the selected file if only its summary is known. */
  const loadSelected = coalesce(async () => {
    const selected = selectedPolicy(policiesSlice.get(store.get()));
    if (selected?.isDeleted === true) {
      triedDeleted = { path: selected.path, baseline: baseline() };
      const page = await service.deleted(selected.path, baseline());
      if (page !== null) store.dispatch(deletedLoaded(page));
    } else if (
      selected !== null &&
      selected.summary !== null &&
      shownPage(policiesSlice.get(store.get())) === null
    ) {
      await check(selected.path, selected.stamp);
    }
  }, fail);

  events.ready.on(() => {
    // The tab counts failing policies. Bundled ones load only when the screen is shown.
    if (folder?.isShipped === false) load();
  });

  const unsubscribe = store.subscribe(() => {
    const state = store.get();
    if (navSlice.get(state).screen !== "policies") return;
    const selected = shownSelection(state);
    const isTried = selected?.path === triedDeleted?.path && triedDeleted?.baseline === baseline();
    if (!isTried) triedDeleted = null;
    if (selected === null || drawnPage(policiesSlice.get(state)) !== null) return;
    // A deleted policy unknown to git is requested once.
    const isLoadable = selected.isDeleted === true ? triedDeleted === null : selected.summary !== null;
    if (isLoadable) loadSelected();
  });

  async function recheck(path: string): Promise<void> {
    // The stamp is from the last scan: the next scan checks the file again, with the same result.
    const stamp = policiesSlice.get(store.get()).files.find((file) => file.path === path)?.stamp ?? "";
    await check(path, stamp);
  }

  const running: PoliciesRunning = {
    service,
    recheck,
    load,
    tryPending: coalesce(() => tryPending(own), fail),
    offeredFix: null,
    lastRevision: "",
    concernsOf: null,
    historyOf: null,
    waitingChanges: null,
    askedSha256: null,
    async stop() {
      isStopped = true;
      unsubscribe();
      stopUpstream();
      stopSeal();
      watch?.close();
      await service.close();
    },
  };
  const own: PoliciesApp = { ...app, running };
  const stopUpstream = followBranch(own);
  const stopSeal = followSealDialogs(own);
  return running;
}

/**
 * Returns the selected policy; null before the first selection among several, because the first row changes with each
 * batch of checks.
 */
function shownSelection(state: AppState): PolicyEntry | null {
  const policies = policiesSlice.get(state);
  return policies.selectedPath === null && policies.files.length > 1 ? null : selectedPolicy(policies);
}

/** Returns the number of visible rows above the selected one. */
function placeInList(state: AppState): number {
  const { selected, top } = keepInView(folderView(state), folderRows(state).length, listRows(state));
  return selected - top;
}

/** Returns the policy of the open document; null for the list. */
function openPolicy(state: AppState): PolicyEntry | null {
  const policies = policiesSlice.get(state);
  return policies.focus === "list" ? null : selectedPolicy(policies);
}
