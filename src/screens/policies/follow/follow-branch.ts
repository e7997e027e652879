import { coalesce } from "../../../async/coalesce.ts";
import { upstreamText } from "../../../model/upstream.ts";
import { revisionFolder } from "../../../policy-files/upstream/revision-folder.ts";
import type { ComparedRevision, UpstreamPlace } from "../../../policy-service/upstream-methods.ts";
import { report } from "../../../tui/report.ts";
import type { Store } from "../../../tui/state/store.ts";
import type { Services } from "../../app.ts";
import type { PoliciesApp } from "../running.ts";
import type { PolicyEntry } from "../select/policies-state.ts";
import { policiesSlice, upstreamMarked } from "../state/policies.ts";
import { listedStandings, setUpstream, upstreamSlice } from "../state/upstream.ts";
import { watchNews } from "./upstream.ts";

/** Returns the directory of the policies, and that of the fetched revision. */
export function upstreamPlace({ policyFolder, dataDir }: Services): UpstreamPlace {
  const folder = policyFolder?.path ?? "";
  const link = policyFolder?.upstream ?? null;
  return { folder, dir: link === null ? "" : revisionFolder(dataDir, upstreamText(link), folder) };
}

/** Shows a fetched revision, compared with the directory; null is ignored. */
export function showRevision(store: Store, fetched: ComparedRevision | null): void {
  if (fetched === null) return;
  store.batch(() => {
    store.dispatch(setUpstream({ fetched }));
    store.dispatch(upstreamMarked(listedStandings(fetched)));
  });
}

/**
 * Compares the directory with the fetched revision of its branch after each check, and finds updates of the branch.
 * @returns a function that ends it
 */
export function followBranch(app: PoliciesApp): () => void {
  const { store, services, running } = app;
  const link = services.policyFolder?.upstream ?? null;
  if (link === null) return () => {};
  const place = upstreamPlace(services);
  const compare = coalesce(
    async () => showRevision(store, await running.service.upstreamView(place)),
    (error) => report(store, error),
  );
  store.dispatch(setUpstream({ link }));
  services.events.ready.on(() => compare());
  const stopNews = watchNews(app, link);
  let seen: readonly PolicyEntry[] = [];
  const unsubscribe = store.subscribe(() => {
    const { files } = policiesSlice.get(store.get());
    const isChecked = files.every(({ summary }) => summary !== null);
    if (files === seen || !isChecked || upstreamSlice.get(store.get()).fetched === null) return;
    seen = files;
    compare();
  });
  return () => {
    stopNews();
    unsubscribe();
  };
}
