import { coalesce, type Coalesced } from "../../async/coalesce.ts";
import { listTemplates } from "../../engine/templates.ts";
import { isHooklensError } from "../../model/errors.ts";
import { emptyFilter } from "../../model/filter.ts";
import { formatWatchedItem, listedTypes } from "../../model/watched-item.ts";
import { shellLine } from "../../text/shell-word.ts";
import { internal } from "../../tui/records/command.ts";
import { isCanceled, report } from "../../tui/report.ts";
import type { App, AppFeature } from "../app.ts";
import { sessionSlice } from "../connection-state.ts";
import { type NamedJob, namesSlice, setNames } from "../names.ts";

interface CompletionRunning {
  readonly load: Coalesced;
  stop(): void;
}

/** Newest deliveries whose repos are read. */
const readDeliveries = 500;

/** Reads the names for completion when a form opens that uses them. */
export const completionFeature: AppFeature<CompletionRunning> = {
  id: "completion",
  slices: [namesSlice],
  commands: [
    {
      id: "names.load",
      scope: internal,
      keys: [],
      title: "Read the names that forms complete",
      run: ({ running }) => running.load(),
    },
  ],
  dialogs: [],
  scopes: [],
  start: startCompletion,
};

function startCompletion(app: App): CompletionRunning {
  const { store, services } = app;
  let isStopped = false;
  return {
    stop: () => void (isStopped = true),
    load: coalesce(
      async () => {
        const [repos, jobs, orgs] = await Promise.all([
          findRepos(app),
          findJobs(app),
          orNone(services.hub?.whoami().then((account) => account.orgs)),
        ]);
        if (isStopped) return;
        store.dispatch(setNames({ repos, jobs, orgs, templates: listTemplates(services.dataDir) }));
      },
      (error) => report(store, error),
    ),
  };
}

/** Returns the repos of the hub and of the newest deliveries. */
async function findRepos({ store, services: { hub, reader } }: App): Promise<readonly string[]> {
  const { local, account } = sessionSlice.get(store.get()).hub;
  // A remote hub has too many repos of others to list.
  const author = local ? null : account;
  const listed = listedTypes.map(async (type) => {
    if (hub === null || (author === null && !local)) return [];
    return (await hub.listRepos(type, author)).map((name) => formatWatchedItem({ type, name }));
  });
  const page = { filter: emptyFilter, from: null, direction: "older", limit: readDeliveries } as const;
  const delivered = reader.page(page).then(({ rows }) => rows.flatMap(({ repo }) => repo ?? []));
  const found = await Promise.all([
    ...listed.map(orNone),
    orNone(delivered.then((all) => all.map(formatWatchedItem))),
  ]);
  return [...new Set(found.flat())];
}

async function findJobs({ services }: App): Promise<readonly NamedJob[]> {
  const runs = await orNone(services.hub?.listJobs());
  return runs.map(({ id, command, stage, createdAt }) => ({
    id,
    command: shellLine(command),
    stage: stage.toLowerCase(),
    createdAt,
  }));
}

/** Returns no names without a hub or after a failure: a form works without suggestions. */
async function orNone<T>(asked: Promise<readonly T[]> | undefined): Promise<readonly T[]> {
  try {
    return (await asked) ?? [];
  } catch (error) {
    if (isHooklensError(error) || isCanceled(error)) return [];
    throw error;
  }
}
