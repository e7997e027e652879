import { describe, expect, onTestFinished, test } from "vitest";
import type { NewRepo, RepoRecords } from "../../src/store/repo-records.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

export type OpenRecords = (dataDir: string) => Promise<RepoRecords>;

let made = 0;

function newRepo(over: Partial<NewRepo> = {}): NewRepo {
  made += 1;
  const id = made.toString(16).padStart(24, "0");
  return { id, type: "model", name: `me/net-${made}`, private: false, gated: null, sdk: null, ...over };
}

/** Tests of every RepoRecords. */
export function repoRecordsContract(name: string, open: OpenRecords): void {
  async function opened(dataDir: string = freshDataDir()): Promise<RepoRecords> {
    const records = await open(dataDir);
    onTestFinished(() => records.close());
    return records;
  }

  async function created(records: RepoRecords, over: Partial<NewRepo> = {}) {
    const repo = await records.create(newRepo(over));
    if (repo === null) throw new Error("the name is taken");
    return repo;
  }

  describe(`${name}: repos`, () => {
    test("stores a repo over a restart", async () => {
      const dataDir = freshDataDir();
      const first = await open(dataDir);
      const given = newRepo({ type: "space", sdk: "docker", private: true, gated: "manual" });
      const repo = await first.create(given);
      expect(repo).toMatchObject(given);
      expect(new Date(repo?.createdAt ?? "").toISOString()).toBe(repo?.createdAt);
      await first.close();
      const second = await opened(dataDir);
      expect(await second.get(given.id)).toEqual(repo);
      expect(await second.find("space", given.name)).toEqual(repo);
    });

    test("names are unique per type and found case-insensitively", async () => {
      const records = await opened();
      const repo = await created(records, { name: "Me/Net" });
      expect(await records.create(newRepo({ name: "me/net" }))).toBeNull();
      expect(await records.find("model", "ME/NET")).toEqual(repo);
      expect(await records.find("dataset", "Me/Net")).toBeNull();
      expect(await records.create(newRepo({ name: "me/net", type: "dataset" }))).not.toBeNull();
    });

    test("one of two simultaneous repos gets a name", async () => {
      const records = await opened();
      const both = await Promise.all([
        records.create(newRepo({ name: "me/same" })),
        records.create(newRepo({ name: "me/same" })),
      ]);
      expect(both.filter((repo) => repo === null)).toHaveLength(1);
    });

    test("lists the repos of one owner or of all in the order of creation", async () => {
      const records = await opened();
      for (const name of ["me/b", "acme/a", "me/a", "mean/a"]) await created(records, { name });
      const names = async (owner?: string) => (await records.list(owner)).map(({ name }) => name);
      expect(await names()).toEqual(["me/b", "acme/a", "me/a", "mean/a"]);
      expect(await names("ME")).toEqual(["me/b", "me/a"]);
      expect(await names("m_")).toEqual([]);
    });

    test("changes the given fields only, and nothing if the new name is taken", async () => {
      const records = await opened();
      const repo = await created(records, { name: "me/one", gated: "auto" });
      await created(records, { name: "me/two" });
      expect(await records.update(repo.id, { private: true })).toEqual({ ...repo, private: true });
      expect(await records.update(repo.id, { name: "ME/TWO" })).toBeNull();
      expect(await records.get(repo.id)).toEqual({ ...repo, private: true });
      expect(await records.update(repo.id, { name: "Me/One", gated: null })).toEqual({
        ...repo,
        private: true,
        name: "Me/One",
        gated: null,
      });
      expect(await records.update("f".repeat(24), { private: true })).toBeNull();
    });

    test("removes a repo once and frees its name", async () => {
      const records = await opened();
      const repo = await created(records, { name: "me/gone" });
      expect(await records.remove(repo.id)).toBe(true);
      expect(await records.remove(repo.id)).toBe(false);
      expect(await records.find("model", "me/gone")).toBeNull();
      expect(await records.create(newRepo({ name: "me/gone" }))).not.toBeNull();
    });

    test("keeps the oldest open change of a repo until it is closed, over a restart", async () => {
      const dataDir = freshDataDir();
      const first = await open(dataDir);
      const { id } = await created(first);
      const refs = { "refs/heads/main": "a".repeat(40) };
      const change = { repo: id, endpoint: "http://hub.local", refs };
      expect(await first.openChange(change)).toBeNull();
      expect(await first.openChange({ ...change, endpoint: "http://other", refs: {} })).toEqual(change);
      await first.close();
      const second = await opened(dataDir);
      expect(await second.openChanges()).toEqual([change]);
      await second.closeChange(id);
      expect(await second.openChanges()).toEqual([]);
    });

    test("removes the open change with its repo", async () => {
      const records = await opened();
      const { id } = await created(records);
      await records.openChange({ repo: id, endpoint: "http://hub.local", refs: {} });
      await records.remove(id);
      expect(await records.openChanges()).toEqual([]);
    });
  });
}
