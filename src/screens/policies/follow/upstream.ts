import { coalesce } from "../../../async/coalesce.ts";
import type { Delivery } from "../../../model/delivery.ts";
import { isHooklensError } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { type UpstreamBranch, movedTo } from "../../../model/upstream.ts";
import { formatWatchedItem } from "../../../model/watched-item.ts";
import { isCanceled, report } from "../../../tui/report.ts";
import type { App, Services } from "../../app.ts";
import { setUpstream, type UpstreamNews, upstreamSlice } from "../state/upstream.ts";

/** Pause before the log is searched after a change, in milliseconds, so that a busy log is searched rarely. */
const pauseMs = 300;
/** Maximum updates of the repo that are read to find one of the branch. */
const maxRead = 100;

/**
 * Finds the newest update of a branch in the delivery log, and again when the log changes.
 * @returns a function that ends the search
 */
export function watchNews({ store, services }: App, link: UpstreamBranch): () => void {
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
    // The Deliveries screen reports a log that cannot be read.
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
