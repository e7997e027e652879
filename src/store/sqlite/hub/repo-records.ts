import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { z } from "zod";
import { repoTypes, type OpenChange, type RepoRecords, type StoredRepo } from "../../repo-records.ts";
import type { GroupCommit } from "../group-commit.ts";
import type { Row } from "../rows.ts";

const repoRowSchema = z.object({
  id: z.string(),
  type: z.enum(repoTypes),
  name: z.string(),
  private: z.number(),
  gated: z.enum(["auto", "manual"]).nullable(),
  sdk: z.string().nullable(),
  created_at: z.string(),
});

const changeRowSchema = z.object({
  repo: z.string(),
  endpoint: z.string(),
  refs: z.string().transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text))),
});

/** Creates the records of repos in hub.db. @param close closes the whole store */
export function createRepoRecords(
  db: DatabaseSync,
  commits: GroupCommit,
  close: () => Promise<void>,
): RepoRecords {
  const insert = db.prepare(`
    INSERT OR IGNORE INTO repos (id, type, name, private, gated, sdk, created_at)
    VALUES (:id, :type, :name, :private, :gated, :sdk, :created_at)`);
  const replace = db.prepare(
    "UPDATE OR IGNORE repos SET name = :name, private = :private, gated = :gated WHERE id = :id",
  );
  const byName = db.prepare("SELECT * FROM repos WHERE type = ? AND name = ?");
  const byId = db.prepare("SELECT * FROM repos WHERE id = ?");
  const all = db.prepare("SELECT * FROM repos ORDER BY place");
  const ofOwner = db.prepare(
    "SELECT * FROM repos WHERE substr(name, 1, length(:owner) + 1) = :owner || '/' COLLATE NOCASE ORDER BY place",
  );
  const removeOne = db.prepare("DELETE FROM repos WHERE id = ?");
  const open = db.prepare("INSERT INTO open_changes (repo, endpoint, refs) VALUES (:repo, :endpoint, :refs)");
  const openOf = db.prepare("SELECT * FROM open_changes WHERE repo = ?");
  const allOpen = db.prepare("SELECT * FROM open_changes");
  const shut = db.prepare("DELETE FROM open_changes WHERE repo = ?");

  function found(row: Row | undefined): StoredRepo | null {
    return row === undefined ? null : repoFromRow(row);
  }

  return {
    create: (repo) =>
      commits.add(() => {
        const created: StoredRepo = { ...repo, createdAt: new Date().toISOString() };
        return insert.run(repoToRow(created)).changes === 0 ? null : created;
      }),
    find: async (type, name) => found(byName.get(type, name)),
    get: async (id) => found(byId.get(id)),
    list: async (owner) => (owner === undefined ? all.all() : ofOwner.all({ owner })).map(repoFromRow),
    update: (id, change) =>
      commits.add(() => {
        const stored = found(byId.get(id));
        if (stored === null) return null;
        const updated = { ...stored, ...change };
        const { name, private: isPrivate, gated } = repoToRow(updated);
        const { changes } = replace.run({
          id,
          name: name ?? null,
          private: isPrivate ?? 0,
          gated: gated ?? null,
        });
        return changes === 0 ? null : updated;
      }),
    remove: (id) =>
      commits.add(() => {
        shut.run(id);
        return removeOne.run(id).changes > 0;
      }),
    openChange: (change) =>
      commits.add(() => {
        const earlier = openOf.get(change.repo);
        if (earlier !== undefined) return changeFromRow(earlier);
        open.run({ ...change, refs: JSON.stringify(change.refs) });
        return null;
      }),
    closeChange: (repo) =>
      commits.add(() => {
        shut.run(repo);
      }),
    openChanges: async () => allOpen.all().map(changeFromRow),
    close,
  };
}

function changeFromRow(row: Row): OpenChange {
  return changeRowSchema.parse(row);
}

function repoFromRow(row: Row): StoredRepo {
  const { created_at, private: isPrivate, ...same } = repoRowSchema.parse(row);
  return { ...same, private: isPrivate === 1, createdAt: created_at };
}

function repoToRow({ createdAt, ...repo }: StoredRepo): Record<string, SQLInputValue> {
  return { ...repo, private: repo.private ? 1 : 0, created_at: createdAt };
}
