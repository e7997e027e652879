import { createKeyedMutex } from "../../async/keyed-mutex.ts";
import type { OpenChange, RefMap, RepoRecords } from "../../store/repo-records.ts";
import { refusals } from "../errors.ts";
import { readRefs } from "../git/refs.ts";
import { settleRepository } from "../git/repository.ts";
import type { FireEvent } from "./fire-event.ts";
import type { Repo } from "./repo.ts";

/** Item of `updatedRefs` in a payload. `oldSha` is null for a new ref, `newSha` for a deleted one. */
export interface UpdatedRef {
  readonly ref: string;
  readonly oldSha: string | null;
  readonly newSha: string | null;
}

/** Returns the refs that differ, sorted by name. */
export function updatedRefs(before: RefMap, after: RefMap): readonly UpdatedRef[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .toSorted()
    .map((ref) => ({ ref, oldSha: before[ref] ?? null, newSha: after[ref] ?? null }))
    .filter(({ oldSha, newSha }) => oldSha !== newSha);
}

export interface RefChanges {
  /**
   * Runs `work` with the current state of a repo while no other change of it runs.
   * @throws {RefusedError} 404 the repo does not exist
   */
  alone<T>(repo: Repo, work: (repo: Repo) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, which may move refs of a repo, while no other change of it runs. Then, also after a failure,
   * fires one `repo.content` update with all moves if there are any. Resolves when the event is on disk. The
   * refs before the change are stored first, so that `resume` can fire the event after a crash.
   * @param endpoint address of the hub as the client reached it
   * @throws {RefusedError} 404 the repo does not exist
   */
  change<T>(repo: Repo, endpoint: string, work: (refs: RefMap) => Promise<T>): Promise<T>;
  /** Fires the events of changes that a crash interrupted. */
  resume(): Promise<void>;
}

/**
 * Creates the changes of refs.
 * @param reload returns the current state of a repo, or null if it does not exist
 */
export function createRefChanges(
  records: RepoRecords,
  reload: (id: string) => Promise<Repo | null>,
  fire: FireEvent,
): RefChanges {
  const locked = createKeyedMutex();

  async function announce(repo: Repo, { refs, endpoint }: OpenChange): Promise<void> {
    const moved = updatedRefs(refs, await readRefs(repo.gitDir));
    if (moved.length > 0) {
      await fire(endpoint, repo, { scope: "repo.content", action: "update" }, { updatedRefs: moved });
    }
    await records.closeChange(repo.id);
  }

  async function alone<T>(repo: Repo, work: (repo: Repo) => Promise<T>): Promise<T> {
    return locked(repo.id, async () => {
      const current = await reload(repo.id);
      if (current === null) throw refusals.repoNotFound();
      return work(current);
    });
  }

  return {
    alone,
    change: (repo, endpoint, work) =>
      alone(repo, async (current) => {
        const now = { repo: current.id, endpoint, refs: await readRefs(current.gitDir) };
        const earlier = await records.openChange(now);
        if (earlier !== null) await settleRepository(current.gitDir);
        try {
          return await work(earlier === null ? now.refs : await readRefs(current.gitDir));
        } finally {
          await announce(current, earlier ?? now);
        }
      }),
    async resume() {
      for (const open of await records.openChanges()) {
        await locked(open.repo, async () => {
          const repo = await reload(open.repo);
          if (repo === null) {
            await records.closeChange(open.repo);
            return;
          }
          await settleRepository(repo.gitDir);
          await announce(repo, open);
        });
      }
    },
  };
}
