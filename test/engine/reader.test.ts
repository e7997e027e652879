import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test } from "vitest";
import { openReader } from "../../src/engine/reader/client.ts";
import type { LogReader } from "../../src/engine/reader/reader-methods.ts";
import { parseFilter } from "../../src/model/filter-parse.ts";
import { emptyFilter } from "../../src/model/filter.ts";
import type { DeliveryLog, PageQuery } from "../../src/store/delivery-log.ts";
import { StoreDamagedError } from "../../src/store/errors.ts";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { sqliteAt } from "../support/sqlite-at.ts";

const newest: PageQuery = { filter: emptyFilter, from: null, direction: "older", limit: 10 };

function readerOf(dataDir: string, slowAfterMs?: number): LogReader {
  const reader = openReader(sqliteAt(dataDir), slowAfterMs);
  onTestFinished(() => reader.close());
  return reader;
}

async function logOf(dataDir: string): Promise<DeliveryLog> {
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  return log;
}

interface StartedThread {
  readonly thread: Worker;
  /** Resolves with the exit code. */
  readonly ended: Promise<unknown>;
}

/** Returns a list of the threads that start from now on, until the test ends. */
function startedThreads(): readonly StartedThread[] {
  const threads: StartedThread[] = [];
  const note = (thread: Worker) =>
    threads.push({ thread, ended: once(thread, "exit").then(([code]) => code) });
  process.on("worker", note);
  onTestFinished(() => void process.off("worker", note));
  return threads;
}

describe("the reader thread", () => {
  test("reads what the writer has committed, with bodies as bytes", async () => {
    const dataDir = freshDataDir();
    const log = await logOf(dataDir);
    await log.append(newDelivery({ route: "first" }));
    await log.append(newDelivery({ route: "second" }));
    const reader = readerOf(dataDir);
    const page = await reader.page(newest);
    expect(page.rows.map(({ seq, route }) => [seq, route])).toEqual([
      [2, "second"],
      [1, "first"],
    ]);
    expect(await reader.lastSeq()).toBe(2);
    expect(await reader.count(emptyFilter)).toBe(2);
    const detail = await reader.get(1);
    expect(detail?.body).toBeInstanceOf(Uint8Array);
    expect(new TextDecoder().decode(detail?.body)).toContain("repo.content");
    expect(await reader.get(3)).toBeNull();
  });

  test("compares two deliveries, however deep their values are", async () => {
    const dataDir = freshDataDir();
    const log = await logOf(dataDir);
    const nested = (inner: string) => `{"a":${"[".repeat(100_000)}${inner}${"]".repeat(100_000)}}`;
    for (const body of ['{"a":1}', nested("1"), nested("2")]) {
      await log.append(newDelivery({ body: new TextEncoder().encode(body) }));
    }
    const reader = readerOf(dataDir);
    const [change] = (await reader.compare(1, 2))?.changes ?? [];
    expect(change).toMatchObject({ path: ".body.a", kind: "changed", before: "1" });
    expect(change?.after).toMatch(/^\[{2000}… \(198,001 more characters\)$/);
    expect(await reader.compare(2, 2)).toEqual({ changes: [], more: 0, sameBytes: true });
    expect(await reader.compare(1, 4)).toBeNull();
  });

  test("can start before the log exists", async () => {
    const dataDir = freshDataDir();
    const reader = readerOf(dataDir);
    expect((await reader.page(newest)).rows).toEqual([]);
    const log = await logOf(dataDir);
    await log.append(newDelivery());
    expect((await reader.page(newest)).rows).toHaveLength(1);
  });

  test("returns errors of the store with their class, and continues", async () => {
    const dataDir = freshDataDir();
    mkdirSync(dataDir);
    writeFileSync(
      join(dataDir, "deliveries.db"),
      "this is not a database, whatever its name says ".repeat(200),
    );
    const reader = readerOf(dataDir);
    await expect(reader.page(newest)).rejects.toBeInstanceOf(StoreDamagedError);
    await expect(reader.lastSeq()).rejects.toBeInstanceOf(StoreDamagedError);
  });

  test("rejects canceled calls and serves later ones", async () => {
    const dataDir = freshDataDir();
    const log = await logOf(dataDir);
    await log.append(newDelivery());
    const reader = readerOf(dataDir);
    const search = new AbortController();
    const before = Array.from({ length: 50 }, () => reader.canceledBy(search.signal).page(newest));
    search.abort();
    const after = reader.lastSeq();
    const settled = await Promise.allSettled(before);
    expect(new Set(settled.map((one) => (one.status === "rejected" ? one.reason.name : "answered")))).toEqual(
      new Set(["AbortError"]),
    );
    expect(await after).toBe(1);
  });

  test("serves the other calls when it cancels one", async () => {
    const reader = readerOf(freshDataDir());
    const search = new AbortController();
    const calls = Promise.allSettled([
      reader.page(newest),
      reader.canceledBy(search.signal).page(newest),
      reader.lastSeq(),
    ]);
    search.abort();
    expect(await calls).toMatchObject([
      { status: "fulfilled" },
      { status: "rejected", reason: { name: "AbortError" } },
      { status: "fulfilled", value: 0 },
    ]);
    await expect(reader.canceledBy(search.signal).lastSeq()).rejects.toMatchObject({ name: "AbortError" });
  });

  test("does not wait for a canceled long search", async () => {
    const dataDir = freshDataDir();
    const log = await logOf(dataDir);
    // Not indexed, because no receiver runs: every body is read.
    const text = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(" ");
    const body = new TextEncoder().encode(JSON.stringify({ text }));
    await Promise.all(
      Array.from({ length: 500 }, () => log.append(newDelivery({ body, bytes: body.byteLength }))),
    );
    const threads = startedThreads();
    const reader = readerOf(dataDir, 0);
    await reader.lastSeq();
    const { thread, ended } = threads[0]!;
    const before = thread.performance.eventLoopUtilization();
    const search = new AbortController();
    const filter = parseFilter("nowhere", 0);
    const canceled = Promise.allSettled([reader.canceledBy(search.signal).page({ ...newest, filter })]);
    // A call that has not begun is dropped, with the same result.
    await expect
      .poll(() => thread.performance.eventLoopUtilization(before).active, { interval: 5 })
      .toBeGreaterThan(20);
    search.abort();
    expect(await reader.lastSeq()).toBe(500);
    expect(threads).toHaveLength(2);
    // Terminated at its work.
    expect(await ended).toBe(1);
    expect(await canceled).toMatchObject([{ status: "rejected", reason: { name: "AbortError" } }]);
  });

  test("reads rows while it counts the whole log", async () => {
    const dataDir = freshDataDir();
    const log = await logOf(dataDir);
    const text = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(" ");
    const body = new TextEncoder().encode(JSON.stringify({ text }));
    await Promise.all(
      Array.from({ length: 200 }, () => log.append(newDelivery({ body, bytes: body.byteLength }))),
    );
    const reader = readerOf(dataDir);
    // Starts both threads.
    const filter = parseFilter("nowhere", 0);
    await Promise.all([reader.lastSeq(), reader.tally(parseFilter("route:none", 0))]);
    const order: string[] = [];
    await Promise.all([
      reader.count(filter).then(() => order.push("count")),
      reader.page(newest).then(() => order.push("page")),
      reader.count(emptyFilter).then(() => order.push("size")),
    ]);
    expect(order).toEqual(["page", "size", "count"]);
  });

  test("ends its thread for the whole log after a time without calls, and starts it again", async () => {
    const dataDir = freshDataDir();
    const log = await logOf(dataDir);
    await log.append(newDelivery());
    const threads = startedThreads();
    const reader = openReader(sqliteAt(dataDir), undefined, 1);
    onTestFinished(() => reader.close());
    for (const started of [1, 2]) {
      expect(await reader.tally(emptyFilter)).toMatchObject([{ count: 1 }]);
      expect(threads).toHaveLength(started);
      await threads.at(-1)!.ended;
    }
    expect(await reader.lastSeq()).toBe(1);
  });

  test("responds in the order of the calls", async () => {
    const reader = readerOf(freshDataDir());
    const order: string[] = [];
    await Promise.all([
      reader.page(newest).then(() => order.push("page")),
      reader.count(emptyFilter).then(() => order.push("count")),
      reader.lastSeq().then(() => order.push("lastSeq")),
    ]);
    expect(order).toEqual(["page", "count", "lastSeq"]);
  });

  test("rejects pending and later calls when it is closed", async () => {
    const reader = openReader(sqliteAt(freshDataDir()));
    const open = Promise.allSettled([reader.page(newest)]);
    await reader.close();
    expect(await open).toMatchObject([{ status: "rejected", reason: { name: "AbortError" } }]);
    await expect(reader.lastSeq()).rejects.toMatchObject({ code: "reader-gone" });
  });
});
