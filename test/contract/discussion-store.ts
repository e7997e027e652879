import { describe, expect, onTestFinished, test } from "vitest";
import type {
  CommentRecord,
  DiscussionRecord,
  DiscussionStatus,
  StoredDiscussion,
} from "../../src/store/discussion-store.ts";
import type { HubStore } from "../../src/store/hub-store.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

const repoId = "a".repeat(24);
const main = "refs/heads/main";
const anyStatus: readonly DiscussionStatus[] = ["draft", "open", "closed", "merged"];
const hidden = { by: "me", at: "2026-11-20T11:00:00.000Z" };

const idOf = (n: number): string => n.toString(16).padStart(24, "0");

function comment(id: string, content = "Hello"): CommentRecord {
  const at = "2026-11-20T10:00:00.123Z";
  return {
    id,
    type: "comment",
    author: "me",
    createdAt: at,
    data: { versions: [{ content, author: "me", writtenAt: at }], hidden: null },
  };
}

/** Tests of every DiscussionStore. */
export function discussionStoreContract(name: string, open: (dataDir: string) => Promise<HubStore>): void {
  async function opened(dataDir = freshDataDir()) {
    const store = await open(dataDir);
    onTestFinished(() => store.close());
    const makeRepo = (id: string) =>
      store.repos.create({ id, type: "model", name: `me/${id}`, private: false, gated: null, sdk: null });
    await makeRepo(repoId);
    const add = async (
      over: Partial<StoredDiscussion> = {},
      records: readonly DiscussionRecord[] = [],
    ): Promise<StoredDiscussion> => {
      const num = await store.discussions.reserveNumber(over.repoId ?? repoId);
      const discussion: StoredDiscussion = {
        id: idOf(num),
        repoId,
        num,
        title: `Number ${num}`,
        status: "open",
        base: null,
        author: "me",
        pinned: false,
        mergeCommitId: null,
        createdAt: "2026-11-20T10:00:00.123Z",
        ...over,
      };
      await store.discussions.create(discussion, records);
      return discussion;
    };
    return { store, discussions: store.discussions, makeRepo, add };
  }

  describe(`${name}: discussions`, () => {
    test("stores a discussion and its records over a restart", async () => {
      const dataDir = freshDataDir();
      const first = await opened(dataDir);
      const records: readonly DiscussionRecord[] = [
        comment(idOf(1), "ünïcode \0 and\nlines"),
        { ...comment(idOf(2)), type: "status-change", data: { status: "merged" } },
        { ...comment(idOf(3)), type: "title-change", data: { from: "a", to: "b" } },
        { ...comment(idOf(4)), type: "commit", data: { subject: "s", oid: "0".repeat(40) } },
      ];
      const given = await first.add(
        { base: main, status: "merged", pinned: true, mergeCommitId: "f".repeat(40) },
        records,
      );
      await first.store.close();
      const { discussions } = await opened(dataDir);
      expect(await discussions.get(repoId, given.num)).toEqual(given);
      expect(await discussions.records(given.id)).toEqual(records);
    });

    test("numbers discussions per repo from 1, without reuse", async () => {
      const { discussions, makeRepo, add } = await opened();
      const other = "b".repeat(24);
      await makeRepo(other);
      const numbers = await Promise.all([1, 2, 3].map(() => discussions.reserveNumber(repoId)));
      expect(numbers).toEqual([1, 2, 3]);
      expect(await discussions.reserveNumber(other)).toBe(1);
      const last = await add();
      expect(await discussions.remove(last.id)).toBe(true);
      expect(await discussions.remove(last.id)).toBe(false);
      expect(await discussions.get(repoId, last.num)).toBeNull();
      expect(await discussions.reserveNumber(repoId)).toBe(last.num + 1);
    });

    test("returns pages, newest first, with the number of matches on all pages", async () => {
      const { discussions, add } = await opened();
      await add({ status: "open" });
      await add({ status: "draft", base: main });
      await add({ status: "closed", author: "other" });
      await add({ status: "merged", base: main });
      const page = async (query: object, skip = 0, limit = 10) => {
        const found = await discussions.page({ repoId, skip, limit, ...query });
        return [found.count, found.discussions.map(({ num }) => num)];
      };
      expect(await page({})).toEqual([4, [4, 3, 2, 1]]);
      expect(await page({}, 1, 2)).toEqual([4, [3, 2]]);
      expect(await page({}, 9)).toEqual([4, []]);
      expect(await page({ isPullRequest: true })).toEqual([2, [4, 2]]);
      expect(await page({ isPullRequest: false, author: "other" })).toEqual([1, [3]]);
      expect(await page({ statuses: ["open", "draft"] })).toEqual([2, [2, 1]]);
      expect(await page({ statuses: [] })).toEqual([0, []]);
      expect(await page({ repoId: "c".repeat(24) })).toEqual([0, []]);
    });

    test("changes a discussion with an expected status only, together with its records", async () => {
      const { discussions, add } = await opened();
      const given = await add({ status: "open" }, [comment(idOf(1))]);
      const closing: DiscussionRecord = {
        ...comment(idOf(2)),
        type: "status-change",
        data: { status: "closed" },
      };
      expect(await discussions.change(given.id, ["draft"], { status: "closed" }, [closing])).toBeNull();
      expect(await discussions.records(given.id)).toHaveLength(1);
      const changed = await discussions.change(given.id, ["draft", "open"], { status: "closed" }, [closing]);
      expect(changed).toEqual({ ...given, status: "closed" });
      expect(await discussions.get(repoId, given.num)).toEqual(changed);
      expect(await discussions.records(given.id)).toEqual([comment(idOf(1)), closing]);
      expect(await discussions.change(idOf(99), anyStatus, { title: "x" }, [])).toBeNull();
    });

    test("one of two simultaneous status changes succeeds", async () => {
      const { discussions, add } = await opened();
      const given = await add({ status: "open" });
      const results = await Promise.all([
        discussions.change(given.id, ["open"], { status: "merged" }, []),
        discussions.change(given.id, ["open"], { status: "closed" }, []),
      ]);
      expect(results.map((result) => result?.status)).toEqual(["merged", undefined]);
    });

    test("skips a record whose id exists", async () => {
      const { discussions, add } = await opened();
      const given = await add({}, [comment(idOf(1))]);
      await discussions.append(given.id, [comment(idOf(2)), comment(idOf(1), "again")]);
      expect(await discussions.records(given.id)).toEqual([comment(idOf(1)), comment(idOf(2))]);
    });

    test("keeps all versions of a comment, also of simultaneous edits", async () => {
      const { discussions, add } = await opened();
      const given = await add({}, [comment(idOf(1), "first")]);
      const version = (content: string) => ({ content, author: "me", writtenAt: "2026-11-20T10:30:00.000Z" });
      await Promise.all([
        discussions.editComment(given.id, idOf(1), version("second")),
        discussions.editComment(given.id, idOf(1), version("third")),
      ]);
      const [record] = await discussions.records(given.id);
      expect(record).toMatchObject({
        data: { versions: [{ content: "first" }, { content: "second" }, { content: "third" }] },
      });
    });

    test("hiding a comment deletes all its texts", async () => {
      const { discussions, add } = await opened();
      const given = await add({}, [comment(idOf(1), "a secret")]);
      const record = await discussions.hideComment(given.id, idOf(1), hidden);
      expect(record).toEqual({ ...comment(idOf(1)), data: { versions: [], hidden } });
      expect(await discussions.records(given.id)).toEqual([record]);
      const version = { content: "back", author: "me", writtenAt: "2026-11-20T12:00:00.000Z" };
      expect(await discussions.editComment(given.id, idOf(1), version)).toBeNull();
      expect(await discussions.hideComment(given.id, idOf(1), hidden)).toBeNull();
      expect(await discussions.editComment(given.id, idOf(9), version)).toBeNull();
    });

    test("only comments can be edited or hidden", async () => {
      const { discussions, add } = await opened();
      const change: DiscussionRecord = {
        ...comment(idOf(1)),
        type: "title-change",
        data: { from: "a", to: "b" },
      };
      const given = await add({}, [change]);
      expect(await discussions.hideComment(given.id, idOf(1), hidden)).toBeNull();
      expect(await discussions.records(given.id)).toEqual([change]);
    });

    test("removing a repo removes its discussions", async () => {
      const { store, discussions, makeRepo, add } = await opened();
      const given = await add({}, [comment(idOf(1))]);
      await store.repos.remove(repoId);
      expect(await discussions.get(repoId, given.num)).toBeNull();
      expect(await discussions.records(given.id)).toEqual([]);
      await makeRepo(repoId);
      expect(await discussions.reserveNumber(repoId)).toBe(1);
    });
  });
}
