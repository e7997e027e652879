import process from "node:process";
import { expect, onTestFinished, test } from "vitest";
import type { Delivery, DeliveryResponse, NewDelivery, Outcome } from "../../../src/model/delivery.ts";
import { matchesFilter } from "../../../src/model/filter.ts";
import { type Filter, type FilterMatch, filterStates } from "../../../src/model/filter.ts";
import { searchText, tokenize } from "../../../src/model/search-tokens.ts";
import type { DeliveryLog, DeliveryReader } from "../../../src/store/delivery-log.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { openIndexer } from "../../../src/store/sqlite/deliveries/search/indexer.ts";
import { deliveryOf } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { type Random, seededRandom } from "../../support/random.ts";

/** Number of random logs; `HOOKLENS_SCAN_SEEDS=12` for a thorough run. */
const seeds = Number(process.env["HOOKLENS_SCAN_SEEDS"] ?? 2);

const startMs = Date.parse("2026-11-20T10:00:00.000Z");
/**
 * Words: prefixes of each other, scripts without case, composed and decomposed letters, letters beyond the
 * first plane, and letters newer than most tables.
 */
const words = [
  "corpus", "corp", "co", "c", "Corpora", "naïve", "nai\u0308ve", "naive", "ÜBER", "über", "σοφός", "ΣΟΦΌΣ", "数据集", "数据",
  "データ", "хаб", "2026", "20", "a1b2c3", "हिन्दी", "𝒳axis", "𞤀𞤣𞤤𞤢𞤥", "\u{16d40}new", "it's", "snake_case", "x-y", "ﬁne", "null", "true",
]; // prettier-ignore
const names = ["inbox", "train", "100%", "a_b", "a*b", "ÄB", "äb", "it's", "back\\slash"];
const outcomes: readonly Outcome[] = ["pending", "accepted", "rejected", "handled", "failed", "interrupted"];

function maybe<T>(random: Random, value: T): T | null {
  return random.below(4) === 0 ? null : value;
}

function phrase(random: Random): string {
  return Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join(
    random.pick([" ", ", ", "\n", "_"]),
  );
}

function randomBody(random: Random): string {
  const value = { [random.pick(words)]: phrase(random), list: [random.below(3000), phrase(random)] };
  switch (random.below(5)) {
    case 0:
      return "";
    case 1:
      return `not JSON: ${phrase(random)} \\u0063orpus`;
    case 2:
      return JSON.stringify(value).replaceAll(
        /[^ -~]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    default:
      return JSON.stringify(value);
  }
}

function responseOf(text: string): DeliveryResponse {
  return { by: "receiver", status: 200, contentType: null, body: Buffer.from(text), truncated: false };
}

/** Ends some of the pending deliveries as their handler or forward does. */
async function settleSome(random: Random, log: DeliveryLog): Promise<void> {
  for (let seq = 1; seq <= (await log.lastSeq()); seq += 1) {
    const isPending = (await log.get(seq))?.outcome === "pending";
    if (!isPending || random.below(3) > 0) continue;
    const reply = { headers: [["X-Reply", phrase(random)] as const], body: Buffer.from(phrase(random)) };
    const attempt = { target: "http://a/", startedAt: "", status: 200, durationMs: 1 };
    await log.addAttempt(seq, {
      ...attempt,
      error: maybe(random, phrase(random)),
      reply: maybe(random, reply),
    });
    await log.setOutcome(seq, {
      outcome: random.pick(["handled", "failed", "pending"]),
      status: maybe(random, 200),
      durationMs: 1,
      reason: maybe(random, phrase(random)),
      response: maybe(random, responseOf(phrase(random))),
      console: random.below(3) === 0 ? [phrase(random), phrase(random)] : [],
    });
  }
}

function randomDelivery(random: Random): NewDelivery {
  return deliveryOf(randomBody(random), {
    receivedAtMs: startMs + random.below(1000) - random.below(1000),
    route: maybe(random, random.pick(names)),
    event: maybe(random, {
      scope: random.pick(["repo", "repo.content"]),
      action: random.pick(["update", "move"]),
    }),
    repo: maybe(random, { type: random.pick(["dataset", "model"]), name: `me/${random.pick(names)}` }),
    webhookId: maybe(random, random.pick(names)),
    outcome: random.pick(outcomes),
    schemaValid: maybe(random, random.below(3) > 0),
    status: maybe(random, 198 + random.below(10) * random.below(40)),
    replayOf: random.below(3) === 0 ? 1 : null,
    headers: [
      ["Content-Type", "text/plain"],
      [`X-${random.below(3)}`, phrase(random)],
    ],
    reason: random.below(4) === 0 ? phrase(random) : null,
    response: random.below(4) === 0 ? responseOf(phrase(random)) : null,
    dedupeKey: maybe(random, String(random.below(20))),
  });
}

function randomGlob(random: Random): string {
  const name = random.pick(names);
  return random.pick([name, name.toUpperCase(), `${name.slice(0, 2)}*`, `*${name.slice(1)}`, "*", "_", "%"]);
}

function randomMatch(random: Random): FilterMatch {
  const globs = Array.from({ length: 1 + random.below(2) }, () => randomGlob(random));
  switch (random.below(8)) {
    case 0:
      return {
        kind: random.pick(["status", "seq"]),
        anyOf: [
          [
            { op: random.pick([">=", ">", "="]), value: 200 },
            { op: "<=", value: 300 + random.below(200) },
          ],
        ],
      };
    case 1:
      return { kind: random.pick(["route", "webhook"]), anyOf: globs };
    case 2:
      return {
        kind: random.pick(["scope", "action"]),
        anyOf: [random.pick(["repo", "REPO*", "up*", "move"])],
      };
    case 3:
      return {
        kind: "repo",
        anyOf: globs.map((name) => ({ type: maybe(random, "data*"), name: `*${name}` })),
      };
    case 4:
      return { kind: "is", anyOf: [random.pick(filterStates), random.pick(filterStates)] };
    case 5:
      return { kind: random.pick(["since", "until"]), atMs: startMs + random.below(400) - 200 };
    default: {
      const text = phrase(random);
      return { kind: "words", tokens: tokenize(text.slice(0, 1 + random.below(text.length))) };
    }
  }
}

function randomFilter(random: Random): Filter {
  const matches = Array.from({ length: 1 + random.below(3) }, () => randomMatch(random));
  return {
    text: JSON.stringify(matches),
    terms: matches
      .filter((match) => match.kind !== "words" || match.tokens.length > 0)
      .map((match) => ({ negated: random.below(3) === 0, span: [0, 0], match })),
  };
}

/** Returns a page by reading all rows. */
function expectedPage(
  matching: readonly number[],
  { from, direction, limit }: { from: number | null; direction: "older" | "newer"; limit: number },
): { seqs: readonly number[]; more: boolean } {
  const older = direction === "older";
  const ahead = matching.filter((seq) => from === null || (older ? seq <= from : seq >= from));
  return {
    seqs: older ? ahead.toReversed().slice(0, limit) : ahead.slice(0, limit).toReversed(),
    more: ahead.length > limit,
  };
}

/** Gives a row a job as a forward has one: waiting, in progress or given up. */
async function addJob(random: Random, { forwards, lastSeq }: DeliveryLog): Promise<void> {
  const lane = String(1 + random.below(await lastSeq()));
  const isLeased = random.below(3) === 0;
  const [id = 0] = await forwards.enqueue([
    { lane, body: null, dueAtMs: startMs + random.below(9), isLeased },
  ]);
  if (random.below(3) === 0) await forwards.dead(id);
}

async function everything(log: DeliveryReader): Promise<{ row: Delivery; text: string }[]> {
  const rows: { row: Delivery; text: string }[] = [];
  for (let seq = 1; seq <= (await log.lastSeq()); seq += 1) {
    const row = await log.get(seq);
    if (row !== null) rows.push({ row, text: searchText(row) });
  }
  return rows;
}

test.each(Array.from({ length: seeds }, (_, index) => index + 1))(
  "pages and counts equal those of a scan at every position of the index (seed %i)",
  { timeout: 60_000 },
  async (seed) => {
    const random = seededRandom(seed);
    const dataDir = freshDataDir();
    const log = await openDeliveryLog(dataDir);
    const indexer = openIndexer(dataDir);
    onTestFinished(async () => {
      indexer.close();
      await log.close();
    });
    let found = 0;
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(Array.from({ length: 40 }, () => log.append(randomDelivery(random))));
      for (let n = 0; n < 10; n += 1) await addJob(random, log);
      if (round > 0) indexer.indexStep(random.below(70));
      await settleSome(random, log);
      if (round % 2 > 0) indexer.indexStep(random.below(9));
      await indexer.compareStep(random.below(70), (duplicates) => log.markDuplicates(duplicates));
      const rows = await everything(log);
      for (let asked = 0; asked < 60; asked += 1) {
        const filter = randomFilter(random);
        const matching = rows
          .filter(({ row, text }) => matchesFilter(filter, row, () => text))
          .map(({ row }) => row.seq);
        found += matching.length;
        expect({ filter, count: await log.count(filter) }).toEqual({ filter, count: matching.length });
        const query = {
          filter,
          from: maybe(random, random.below(rows.length + 3)),
          direction: random.pick(["older", "newer"] as const),
          limit: random.below(20),
        };
        const page = await log.page(query);
        const seqs = page.rows.map(({ seq }) => seq);
        expect({ query, seqs, more: page.more }).toEqual({ query, ...expectedPage(matching, query) });
        const named = rows.filter(() => random.below(2) === 0).map(({ row }) => row.seq);
        expect({ filter, named: await log.matching(filter, named) }).toEqual({
          filter,
          named: named.filter((seq) => matching.includes(seq)),
        });
      }
    }
    expect(found).toBeGreaterThan(1000);
  },
);
