import process from "node:process";
import { describe, expect, test } from "vitest";
import { type Delivery, isFailure, outcomes } from "../../src/model/delivery.ts";
import { keyOfEvent } from "../../src/model/event-key.ts";
import { causeOf } from "../../src/model/failure-cause.ts";
import { parseFilter } from "../../src/model/filter-parse.ts";
import { matchesFilter } from "../../src/model/filter.ts";
import { firstHour, hourOf } from "../../src/model/webhook-activity.ts";
import {
  type DeliveryLog,
  type SortColumn,
  sortColumns,
  type SortedQuery,
} from "../../src/store/delivery-log.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { seededRandom } from "../support/random.ts";
import { onRelease, shared } from "../support/shared.ts";
import { deliveryOf } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";

/** Set for a thorough run, which sorts the matches of words by every column. */
const isThorough = process.env["HOOKLENS_SORT_ALL"] !== undefined;

const startMs = Date.UTC(2026, 10, 20);
const rows = 6000;

/** Appends deliveries of which some values are rare, and whose times are not always in the order of their seqs. */
async function fill(log: DeliveryLog): Promise<void> {
  const random = seededRandom(42);
  const appended: Promise<unknown>[] = [];
  for (let index = 1; index <= rows; index += 1) {
    const picked = random.pick(outcomes);
    const outcome = index === 1200 ? "pending" : picked;
    appended.push(
      log.append(
        deliveryOf(index % 1000 === 0 ? "a rare word" : "{}", {
          receivedAtMs: startMs + index * 1000 - (index % 700 === 0 ? 3_000_000 : 0),
          route: index === 2500 ? "rare" : random.pick(["a", "b", null]),
          event:
            random.next() < 0.1 ? null : { scope: random.pick(["repo", "discussion"]), action: "update" },
          repo: { type: "model", name: `me/${index < 3000 ? "old" : "new"}-${random.below(400)}` },
          webhookId: index % 5 === 0 ? null : `hook-${index % 4}`,
          outcome,
          status: outcome === "pending" ? null : random.pick([200, 404, 500]),
          durationMs: outcome === "pending" ? null : random.below(500) / 4,
          bytes: 2 + random.below(50),
          path: index % 3 === 0 ? "/hooks/x?y=1" : "/",
          reason: index % 7 === 0 ? `Connection refused at 127.0.0.1:${3000 + (index % 2)}` : null,
          replayOf: index === 4000 ? 1 : null,
          ...keyOfEvent(index % 40 === 0 ? `event-${index % 400}` : null),
          headers: index === 4001 ? [["X-Note", "A thimble"]] : [],
        }),
      ),
    );
    if (appended.length === 500) await Promise.all(appended.splice(0));
  }
  await Promise.all(appended);
  // Changes of old rows, as a forward that waited for hours makes them.
  await log.setOutcome(1200, {
    outcome: "failed",
    status: 599,
    durationMs: 9_000_000,
    response: {
      by: "receiver",
      status: 599,
      contentType: null,
      body: Buffer.from("no thimble"),
      truncated: false,
    },
  });
  // A failure, a replay of it that failed, and a replay of that one that succeeded.
  for (const [outcome, status, replayOf] of [
    ["failed", 500, null],
    ["failed", 500, rows + 1],
    ["handled", 200, rows + 2],
  ] as const) {
    const receivedAtMs = startMs + rows * 1000;
    await log.append(deliveryOf("{}", { receivedAtMs, outcome, status, replayOf }));
  }
  await log.markDuplicates([{ seq: 1300, duplicateOf: 1 }]);
}

async function allRows(log: DeliveryLog): Promise<readonly Delivery[]> {
  const page = await log.page({ filter: parseFilter(""), from: null, direction: "newer", limit: 100_000 });
  return page.rows.toReversed();
}

/** Returns the words of a delivery that the filters ask for: of its body, its headers or its response. */
function wordsOf({ seq }: Delivery): string {
  if (seq === 1200 || seq === 4001) return "thimble";
  return seq % 1000 === 0 ? "a rare word" : "";
}

const filters = [
  "",
  "route:rare",
  "route:nowhere",
  "repo:me/old-1*",
  "repo:model:me/new-7",
  "is:failed route:a",
  "is:duplicate|replay",
  "status:599",
  "status:>=500 -route:a",
  `since:2026-11-20T01:00Z until:2026-11-20T01:10Z`,
  "until:2026-11-19T23:00Z",
  "is:recovered",
  "is:open",
  "is:latest -is:open",
  "-is:latest",
  "is:twice",
  "is:failed -is:recovered status:500 seq:<50",
  "took:>124.5 -route:a",
  "took:<2|>1h",
  "took:=9000s",
  "seq:1200",
  "seq:2000..2100|>=5990",
  "-seq:<5990",
  "reason:REFUSED",
  'reason:"connect*3000"',
  "-reason:*",
  "path:/HOOKS/*",
  "path:/hooks",
  "rare",
  "-rare route:b",
  "thimble",
  "-thimble -rare is:failed",
];

/** Key of a delivery in the order of a column, ascending; null for none. */
const keys: Readonly<Record<SortColumn, (row: Delivery) => string | number | null>> = {
  duration: ({ durationMs }) => durationMs,
  bytes: ({ bytes }) => bytes,
  status: ({ status }) => status,
  route: ({ route }) => route,
  event: ({ event }) => (event === null ? null : `${event.scope}.${event.action}`),
  repo: ({ repo }) => repo?.name ?? null,
};

/** Sorts ascending, with rows without a value first or last. */
function sortedBy(
  all: readonly Delivery[],
  by: SortColumn,
  empties: SortedQuery["empties"],
): readonly number[] {
  const key = keys[by];
  const emptySign = empties === "first" ? -1 : 1;
  return all
    .toSorted((a, b) => {
      const [x, y] = [key(a), key(b)];
      if (x === y) return a.seq - b.seq;
      if (x === null) return emptySign;
      if (y === null) return -emptySign;
      return x > y ? 1 : -1;
    })
    .map(({ seq }) => seq);
}

async function readSorted(log: DeliveryLog, query: Omit<SortedQuery, "after">): Promise<readonly number[]> {
  const seqs: number[] = [];
  for (let after: Delivery | null = null; ;) {
    const { rows, more } = await log.sorted({ ...query, after });
    seqs.push(...rows.map(({ seq }) => seq));
    const last = rows.at(-1);
    if (!more || last === undefined) return seqs;
    after = last;
  }
}

export function queriesContract(kind: LogKind): void {
  describe("queries of a log of some thousand rows", () => {
    const filled = shared(async () => {
      const dataDir = freshDataDir();
      const writer = await kind.open(dataDir);
      await fill(writer);
      await writer.close();
      const log = await kind.open(dataDir);
      onRelease(() => log.close());
      return { log, all: await allRows(log) };
    });

    test("pages and counts select the same rows as the filter, before and after a restart", async () => {
      const { log, all } = filled();
      for (const text of filters) {
        const filter = parseFilter(text);
        const wanted = all
          .filter((row) => matchesFilter(filter, row, () => wordsOf(row)))
          .map(({ seq }) => seq);
        // The background work of the log may write its summaries meanwhile.
        for (const direction of ["older", "newer"] as const) {
          const page = await log.page({ filter, from: null, direction, limit: rows + 3 });
          expect({ text, seqs: page.rows.map(({ seq }) => seq).toReversed() }).toEqual({
            text,
            seqs: wanted,
          });
        }
        expect({ text, count: await log.count(filter) }).toEqual({ text, count: wanted.length });
      }
    });

    test("a failure of which a replay succeeded is recovered, also by a replay of the replay", async () => {
      const { all } = filled();
      expect(all.filter(({ seq, recovered }) => seq > rows && recovered).map(({ seq }) => seq)).toEqual([
        rows + 1,
        rows + 2,
      ]);
    });

    // Words are searched again for each page: a column of numbers and one of texts are enough for a push.
    const some: readonly SortColumn[] = isThorough ? sortColumns : ["duration", "repo"];
    test.each([
      { text: "", columns: sortColumns },
      { text: "repo:me/old-1*", columns: sortColumns },
      { text: "-rare route:b", columns: some },
      { text: "thimble", columns: some },
    ])(
      "a column sorts all matches of '$text', page by page, in both directions",
      async ({ text, columns }) => {
        const { log, all } = filled();
        const filter = parseFilter(text);
        const matches = all.filter((row) => matchesFilter(filter, row, () => wordsOf(row)));
        for (const by of columns) {
          for (const empties of text === "" ? (["first", "last"] as const) : (["last"] as const)) {
            const wanted = sortedBy(matches, by, empties);
            const query = { filter, by, limit: 2500 };
            const ascending = await readSorted(log, { ...query, direction: "ascending", empties });
            expect({ by, seqs: ascending }).toEqual({ by, seqs: wanted });
            const other = empties === "first" ? "last" : "first";
            const descending = await readSorted(log, { ...query, direction: "descending", empties: other });
            expect({ by, seqs: descending }).toEqual({ by, seqs: wanted.toReversed() });
          }
        }
      },
    );

    test("a page of a sorted log has its first rows", async () => {
      const { log } = filled();
      const first = await log.sorted({
        filter: parseFilter(""),
        by: "duration",
        direction: "descending",
        empties: "last",
        after: null,
        limit: 1,
      });
      expect(first).toMatchObject({ rows: [{ seq: 1200, durationMs: 9_000_000 }], more: true });
    });

    test("a histogram counts the matches of a period by outcome", async () => {
      const { log, all } = filled();
      const [fromMs, toMs, buckets] = [startMs, startMs + rows * 1000 + 1, 60];
      for (const text of filters) {
        const filter = parseFilter(text);
        const matches = all.filter((row) => matchesFilter(filter, row, () => wordsOf(row)));
        const wanted = Array.from({ length: buckets }, () =>
          Object.fromEntries(outcomes.map((outcome) => [outcome, 0])),
        );
        const durations: number[] = [];
        for (const { receivedAt, outcome, durationMs } of matches) {
          const bucket = wanted[Math.floor(((Date.parse(receivedAt) - fromMs) / (toMs - fromMs)) * buckets)];
          if (bucket === undefined) continue;
          bucket[outcome] = (bucket[outcome] ?? 0) + 1;
          if (durationMs !== null) durations.push(durationMs);
        }
        const sorted = durations.toSorted((a, b) => a - b);
        expect({ text, histogram: await log.histogram({ filter, fromMs, toMs, buckets }) }).toEqual({
          text,
          histogram: {
            buckets: wanted,
            exact: true,
            p50Ms: sorted[Math.ceil(sorted.length * 0.5) - 1] ?? null,
            p95Ms: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null,
          },
        });
      }
    });

    test("a tally counts the matches by outcome, route and event", async () => {
      const { log, all } = filled();
      for (const text of ["", "route:rare", "rare", "thimble", "is:failed"]) {
        const filter = parseFilter(text);
        const matches = all.filter((row) => matchesFilter(filter, row, () => wordsOf(row)));
        const tallies = await log.tally(filter);
        expect(tallies.reduce((sum, { count }) => sum + count, 0)).toBe(matches.length);
        for (const { outcome, route, event, count } of tallies) {
          const wanted = matches.filter(
            (row) => row.outcome === outcome && row.route === route && row.event?.scope === event?.scope,
          );
          expect(count).toBe(wanted.length);
        }
      }
    });

    test("causes group the failures by reason, with their first and last delivery", async () => {
      const { log, all } = filled();
      for (const text of [
        "",
        "route:rare",
        "rare",
        "thimble",
        "repo:me/old-*",
        "is:handled",
        "seq:1..2100",
      ]) {
        const filter = parseFilter(text);
        const failures = all.filter(
          (row) => isFailure(row) && matchesFilter(filter, row, () => wordsOf(row)),
        );
        const groups = Map.groupBy(failures, ({ reason }) => (reason === null ? null : causeOf(reason)));
        const causes = await log.causes(filter);
        expect(causes.map(({ count }) => count)).toEqual(
          causes.map(({ count }) => count).toSorted((a, b) => b - a),
        );
        const exampleOf = (row: Delivery | undefined) => ({
          seq: row?.seq,
          receivedAt: row?.receivedAt,
          reason: row?.reason,
        });
        expect({ text, causes: new Map(causes.map((one) => [one.cause, one])) }).toEqual({
          text,
          causes: new Map(
            [...groups].map(([cause, rows]) => {
              const inOrder = rows.toSorted((a, b) => a.seq - b.seq);
              const [oldest, newest] = [exampleOf(inOrder[0]), exampleOf(inOrder.at(-1))];
              return [cause, { cause, count: rows.length, newest, oldest }];
            }),
          ),
        });
      }
    });

    test("the activities of webhooks are those of the rows of the last 24 hours", async () => {
      const { log, all } = filled();
      const rows = all.filter(
        ({ webhookId, replayOf, outcome }) =>
          webhookId !== null && replayOf === null && outcome !== "pending",
      );
      const newestMs = Math.max(...rows.map(({ receivedAt }) => Date.parse(receivedAt)));
      for (const nowMs of [newestMs, newestMs + 20 * 3_600_000, newestMs + 30 * 3_600_000]) {
        const wanted = Map.groupBy(
          rows.filter(({ receivedAt }) => hourOf(Date.parse(receivedAt)) >= firstHour(nowMs)),
          ({ webhookId }) => webhookId,
        );
        const activities = await log.webhookActivities(nowMs);
        expect(new Set(activities.map(({ webhookId }) => webhookId))).toEqual(new Set(wanted.keys()));
        for (const activity of activities) {
          const of = (wanted.get(activity.webhookId) ?? []).toSorted((a, b) => a.seq - b.seq);
          const lastOk = of.findLastIndex((row) => !isFailure(row));
          const sum = (field: "attempts" | "failed") =>
            activity.hours.reduce((total, hour) => total + hour[field], 0);
          expect(sum("attempts")).toBe(of.length);
          expect(sum("failed")).toBe(of.filter(isFailure).length);
          expect(activity).toMatchObject({
            from: "receiver",
            failures: of.length - lastOk - 1,
            failingSince: of[lastOk + 1]?.receivedAt ?? null,
            last: {
              at: of.at(-1)?.receivedAt,
              status: of.at(-1)?.status,
              ok: lastOk === of.length - 1,
              durationMs: of.at(-1)?.durationMs,
            },
          });
        }
      }
    });

    test("of named deliveries, those that match are found, also by words", async () => {
      const { log, all } = filled();
      const named = [
        ...all.filter(({ seq }) => seq % 500 === 0).map(({ seq }) => seq),
        1,
        2,
        3,
        1200,
        9_999_999,
      ];
      for (const text of ["", "route:rare", "rare", "-rare", "thimble", "is:failed"]) {
        const filter = parseFilter(text);
        const wanted = all.filter(
          (row) => named.includes(row.seq) && matchesFilter(filter, row, () => wordsOf(row)),
        );
        expect(await log.matching(filter, named)).toEqual(
          wanted.map(({ seq }) => seq).toSorted((one, other) => one - other),
        );
      }
    });

    test("the seen values are those of the rows, once each", async () => {
      const { log, all } = filled();
      const seen = await log.seenValues();
      const of = (wanted: string) => seen.flatMap(({ field, value }) => (field === wanted ? [value] : []));
      const different = (values: readonly (string | null | undefined)[]) =>
        new Set(values.filter((value) => typeof value === "string"));
      expect(of("route").toSorted()).toEqual([...different(all.map(({ route }) => route))].toSorted());
      expect(of("scope").toSorted()).toEqual([...different(all.map(({ event }) => event?.scope))].toSorted());
      const statuses = different(all.map(({ status }) => status?.toString()));
      expect(of("status").toSorted()).toEqual([...statuses].toSorted());
      const repos = different(all.map(({ repo }) => repo?.name));
      expect(of("repo").length).toBe(Math.min(500, repos.size));
      expect(of("repo").every((name) => repos.has(name))).toBe(true);
    });

    test("a removed delivery is in no page", async () => {
      const { log } = filled();
      const before = await log.count(parseFilter("route:a"));
      await log.prune({ beforeMs: startMs + 2_000_000, maxBytes: null });
      const all = await allRows(log);
      expect(await log.count(parseFilter("route:a"))).toBe(all.filter(({ route }) => route === "a").length);
      expect(await log.count(parseFilter("route:a"))).toBeLessThan(before);
    });
  });
}
