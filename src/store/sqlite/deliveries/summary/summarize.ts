import type { DatabaseSync } from "node:sqlite";
import type { GroupCommit } from "../../group-commit.ts";
import { createBackgroundSteps } from "../disk-space/background-steps.ts";
import { lastSeqOf } from "../log-totals.ts";

/** Seqs of a block as a power of two. */
const blockBits = 10;
/** Number of the newest blocks that are not summarized, because their rows still change. */
const openBlocks = 2;

export const blockSize = 2 ** blockBits;

/** Returns the block of a seq; seqs exceed 32 bits. */
export function blockOf(seq: number): number {
  return Math.floor(seq / blockSize);
}

/** Background summaries of blocks. */
export interface Summaries {
  /** Takes the highest committed seq. */
  committed(seq: number): void;
  stop(): void;
}

/** Creates the summaries, which are written in steps of one block. Blocks of an older log follow its opening. */
export function createSummaries(db: DatabaseSync, commits: GroupCommit): Summaries {
  const step = createBackgroundSteps(db, commits);
  const summarize = prepareSummary(db);
  const known = db.prepare("SELECT block FROM blocks ORDER BY block");
  const nextSeq = db.prepare("SELECT min(seq) AS seq FROM deliveries WHERE seq >= ?");
  const forget = ["blocks", "block_values"].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE block < ?`),
  );
  let newest = blockOf(lastSeqOf(db));
  let timer: NodeJS.Timeout | null = null;
  let running = false;
  let stopped = false;

  function* missingBlocks(): Generator<number> {
    const done = new Set(known.all().map(({ block }) => Number(block)));
    for (let from = 0; ;) {
      const seq = nextSeq.get(from)?.["seq"];
      let block = typeof seq === "number" ? blockOf(seq) : Infinity;
      while (done.has(block)) block += 1;
      if (block > newest - openBlocks) return;
      const found = nextSeq.get(block * blockSize)?.["seq"];
      if (typeof found === "number" && blockOf(found) === block) yield block;
      from = (block + 1) * blockSize;
    }
  }

  async function run(): Promise<void> {
    timer = null;
    running = true;
    try {
      const first = nextSeq.get(0)?.["seq"];
      if (typeof first === "number") {
        await step(() => forget.forEach((statement) => void statement.run(blockOf(first))));
      }
      for (const block of missingBlocks()) {
        if (stopped) return;
        await step(() => summarize(block));
      }
    } catch {
      // Full disk or closing log: blocks without a summary are scanned.
    } finally {
      running = false;
    }
  }

  function schedule(): void {
    if (stopped || running || timer !== null || newest < openBlocks) return;
    timer = setTimeout(() => void run(), 0);
    timer.unref();
  }

  schedule();
  return {
    committed(seq) {
      const block = blockOf(seq);
      if (block === newest) return;
      newest = block;
      schedule();
    },
    stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** Values that are summarized, by the field that a filter term reads. */
export const summarized: readonly (readonly [field: string, value: string])[] = [
  ["route", "route"],
  ["scope", "scope"],
  ["action", "action"],
  ["webhook", "webhook_id"],
  ["repo", "repo_name"],
  ["outcome", "outcome"],
  ["status", "CAST(status AS TEXT)"],
  ["flag", "CASE WHEN duplicate_of IS NOT NULL THEN 'duplicate' END"],
  ["flag", "CASE WHEN replay_of IS NOT NULL THEN 'replay' END"],
  ["flag", "CASE WHEN schema_valid = 0 THEN 'invalid' END"],
];

/** Prepares the summary of a block, which runs inside a transaction. */
export function prepareSummary(db: DatabaseSync): (block: number) => void {
  const values = db.prepare(
    `WITH rows AS MATERIALIZED (SELECT * FROM deliveries WHERE seq BETWEEN ?1 AND ?2)
     ${summarized.map(([field, value]) => `SELECT DISTINCT '${field}' AS field, ${value} AS name FROM rows WHERE name IS NOT NULL`).join(" UNION ALL ")}`,
  );
  const addName = db.prepare("INSERT OR IGNORE INTO block_names (field, name) VALUES (?, ?)");
  const addValue = db.prepare(
    "INSERT OR IGNORE INTO block_values (name_id, block) SELECT id, ? FROM block_names WHERE field = ? AND name = ?",
  );
  const addBlock = db.prepare(
    `INSERT OR REPLACE INTO blocks (block, first_at, last_at, fastest, slowest, smallest, largest)
     SELECT ?3, min(received_at), max(received_at), min(duration_ms), max(duration_ms), min(bytes), max(bytes)
     FROM deliveries WHERE seq BETWEEN ?1 AND ?2 HAVING count(*) > 0`,
  );
  return (block) => {
    const [low, high] = [block * blockSize, (block + 1) * blockSize - 1];
    for (const { field, name } of values.all(low, high)) {
      addName.run(String(field), String(name));
      addValue.run(block, String(field), String(name));
    }
    addBlock.run(low, high, block);
  };
}
