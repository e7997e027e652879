import { createKeyedMutex } from "../../async/keyed-mutex.ts";
import type { OpenChange, RefMap, RepoRecords } from "../../store/repo-records.ts";
import { refusals } from "../errors.ts";
import { readRefs } from "../git/refs.ts";
import { settleRepository } from "../git/repository.ts";
import type { FireEvent } from "./fire-event.ts";
import type { Repo } from "./repo.ts";

/** Ref of `updatedRefs` in a payload; null before its creation or after its deletion. */
export interface UpdatedRef {
  readonly ref: string;
  readonly oldSha: string | null;
  readonly newSha: string | null;
}

/** The refs that are different, by name. */
export function updatedRefs(before: RefMap, after: RefMap): readonly UpdatedRef[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .toSorted()
    .map((ref) => ({ ref, oldSha: before[ref] ?? null, newSha: after[ref] ?? null }))
    .filter(({ oldSha, newSha }) => oldSha !== newSha);
}

export interface RefChanges {
  /** Does something with a repo when nobody else changes it. The repo it hands on is the one there is then. @throws {RefusedError} 404 */
  alone<T>(repo: Repo, work: (repo: Repo) => Promise<T>): Promise<T>;
  /**
   * Does something that may move refs of a repo, alone, and fires one `repo.content` update with all that moved, once it is done or has
   * failed. When this resolves, the event is on disk. A process that dies in between has noted what was there before, so that `resume`
   * can fire it.
   * @param endpoint of the hub, as who asked for it reached it
   * @throws {RefusedError} 404: the repo is gone
   */
  change<T>(repo: Repo, endpoint: string, work: (refs: RefMap) => Promise<T>): Promise<T>;
  /** Fires what changes of a process that died moved. */
  resume(): Promise<void>;
}

/** @param reload the repo of an id as it is now; null: gone */
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
