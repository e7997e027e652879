import { createHash } from "node:crypto";
import { join } from "node:path";
import { coalesce } from "../../../async/coalesce.ts";
import type { Delivery } from "../../../model/delivery.ts";
import { isHooklensError } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { movedTo, type UpstreamBranch, upstreamText } from "../../../model/upstream.ts";
import { formatWatchedItem } from "../../../model/watched-item.ts";
import type { ComparedRevision, UpstreamPlace } from "../../../policy-service/upstream-methods.ts";
import { isCanceled, report } from "../../../tui/report.ts";
import type { Store } from "../../../tui/state/store.ts";
import type { App, Services } from "../../app.ts";
import type { PoliciesApp } from "../running.ts";
import type { PolicyEntry } from "../select/policies-state.ts";
import { policiesSlice, upstreamMarked } from "../state/policies.ts";
import { listedStandings, setUpstream, type UpstreamNews, upstreamSlice } from "../state/upstream.ts";

/** Pause between a change and the search of the log, in milliseconds, to spare a busy log. */
const pauseMs = 300;
/** Maximum number of repo updates to read in search of one for the branch. */
const maxRead = 100;

/**
 * Finds the newest update of a branch in the delivery log, and again when the log changes.
 * @returns a function that ends the search
 */
function watchNews({ store, services }: App, link: UpstreamBranch): () => void {
  let timer: NodeJS.Timeout | null = null;
  let readSeq = 0;

  const read = coalesce(async () => {
    const rows = await updatesAfter(services.reader, link, readSeq);
    const news = await newestUpdate(services.reader, link, rows);
    readSeq = rows[0]?.seq ?? readSeq;
    if (news !== null && news.seq !== upstreamSlice.get(store.get()).news?.seq) {
      store.dispatch(setUpstream({ news }));
    }
  }, onError);

  function onError(error: unknown): void {
    if (isCanceled(error)) schedule();
    // The Deliveries screen reports an unreadable log.
    else if (!isHooklensError(error)) report(store, error);
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = null;
      read();
    }, pauseMs);
    timer.unref();
  }

  services.events.position.on(schedule);
  services.events.hub.on(schedule);
  return () => {
    if (timer !== null) clearTimeout(timer);
  };
}

/** Returns accepted updates of the repo's content after a delivery, newest first. */
async function updatesAfter(
  reader: Services["reader"],
  { repo }: UpstreamBranch,
  seq: number,
): Promise<readonly Delivery[]> {
  const text = `scope:repo.content repo:${formatWatchedItem(repo)} -is:rejected seq:>${seq}`;
  const { rows } = await reader.page({
    filter: parseFilter(text),
    from: null,
    direction: "older",
    limit: maxRead,
  });
  return rows.filter((row) => row.repo?.type === repo.type && row.repo.name === repo.name);
}

async function newestUpdate(
  reader: Services["reader"],
  { branch }: UpstreamBranch,
  rows: readonly Delivery[],
): Promise<UpstreamNews | null> {
  for (const { seq, receivedAt } of rows) {
    const detail = await reader.get(seq);
    const sha = detail === null ? undefined : movedTo(parsed(detail.body), branch);
    if (sha !== undefined) return { seq, atMs: Date.parse(receivedAt), sha };
  }
  return null;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    // The body was stored in part.
    return null;
  }
}

/** Returns the directory of the policies, and that of the fetched revision. */
export function upstreamPlace({ policyFolder, dataDir }: Services): UpstreamPlace {
  const folder = policyFolder?.path ?? "";
  const link = policyFolder?.upstream ?? null;
  return { folder, dir: link === null ? "" : revisionFolder(dataDir, upstreamText(link), folder) };
}

/** Returns the directory of a branch's revision. @param folder directory of the policies */
function revisionFolder(dataDir: string, upstream: string, folder: string): string {
  const id = createHash("sha256").update(`${upstream}\n${folder}`).digest("hex").slice(0, 32);
  return join(dataDir, "upstream", id);
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
