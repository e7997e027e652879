import { coalesce } from "../../async/coalesce.ts";
import { listTemplates } from "../../engine/templates.ts";
import { isHooklensError } from "../../model/errors.ts";
import { emptyFilter } from "../../model/filter.ts";
import { formatWatchedItem, listedTypes } from "../../model/watched-item.ts";
import { shellLine } from "../../text/shell-word.ts";
import { internal } from "../../tui/commands/command.ts";
import { isCanceled, report } from "../../tui/report.ts";
import type { Effects } from "../../tui/screen.ts";
import type { AppFeature, FeatureContext } from "../context.ts";
import { namesSlice, setNames } from "../names.ts";
import { sessionSlice } from "../session.ts";

interface CompletionEffects extends Effects {
  /** Reads the names that forms complete. */
  load(): void;
}

/** Newest deliveries whose repos are read. */
const readDeliveries = 500;

/** Feature that reads the names that forms complete, when such a form opens. */
export const completionFeature: AppFeature<CompletionEffects> = {
  id: "completion",
  slices: [namesSlice],
  commands: [
    {
      id: "names.load",
      scope: internal,
      keys: [],
      title: "Read the names that forms complete",
      run: ({ effects }) => effects.load(),
    },
  ],
  dialogs: [],
  scopes: [],
  start: createCompletionEffects,
};

function createCompletionEffects({ store, services, dataDir }: FeatureContext): CompletionEffects {
  async function repos(): Promise<readonly string[]> {
    const { hub, reader } = services();
    const { local, account } = sessionSlice.get(store.get()).hub;
    // A remote hub has too many repos to list those of others.
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

  async function jobs() {
    const runs = await orNone(services().hub?.listJobs() ?? Promise.resolve([]));
    return runs.map(({ id, command, stage, createdAt }) => ({
      id,
      command: shellLine(command),
      stage: stage.toLowerCase(),
      createdAt,
    }));
  }

  async function orgs(): Promise<readonly string[]> {
    return orNone(
      services()
        .hub?.whoami()
        .then((account) => account.orgs) ?? Promise.resolve([]),
    );
  }

  let stopped = false;
  return {
    stop: () => void (stopped = true),
    load: coalesce(
      async () => {
        const [foundRepos, foundJobs, foundOrgs] = await Promise.all([repos(), jobs(), orgs()]);
        if (stopped) return;
        const templates = listTemplates(dataDir);
        store.dispatch(setNames({ repos: foundRepos, jobs: foundJobs, orgs: foundOrgs, templates }));
      },
      (error) => report(store, error),
    ),
  };
}

/** Returns no names after a failure: a form works without suggestions. */
async function orNone<T>(asked: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await asked;
  } catch (error) {
    if (isHooklensError(error) || isCanceled(error)) return [];
    throw error;
  }
}
