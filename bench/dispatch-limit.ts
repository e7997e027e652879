import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Agent, request } from "undici";
import { makeBenchDir } from "./bench-dir.ts";

/** Requests of the limit: lanes that send one after the other. */
export interface LimitRequests {
  /** URL of a server; each lane has a path of its own. */
  readonly url: string;
  readonly lanes: number;
  readonly perLane: number;
  readonly body: Uint8Array;
}

const headers = {
  "content-type": "application/json",
  "user-agent": "hooklens/bench",
  "webhook-id": "msg_0123456789abcdef0123456789abcdef",
  "X-Webhook-Secret": "bench-secret",
};

/** Result of a request: lane, time, duration, status, headers, body. */
type ResultRow = readonly [number, number, number, number, string, Uint8Array];

/**
 * Sends with undici and stores each result, one transaction for all results of a turn of the event loop. Like the
 * attempts of the hub, they survive the end of the process and not a power failure (`synchronous = NORMAL`).
 */
export async function sendAndStore({ url, lanes, perLane, body }: LimitRequests): Promise<void> {
  const { path, remove } = await makeBenchDir("dispatch-limit");
  const results = openResults(join(path, "results.db"));
  const dispatcher = new Agent({ connections: null });
  const lane = async (_: unknown, number: number): Promise<void> => {
    for (let sent = 0; sent < perLane; sent += 1) {
      const startedAtMs = Date.now();
      const response = await request(`${url}/${number}`, { dispatcher, method: "POST", headers, body });
      const answer = new Uint8Array(await response.body.arrayBuffer());
      const kept = JSON.stringify([["content-type", response.headers["content-type"]]]);
      await results.add([number, startedAtMs, Date.now() - startedAtMs, response.statusCode, kept, answer]);
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    await dispatcher.close();
    results.close();
    await remove();
  }
}

interface Results {
  /** Resolves when the row is committed. */
  add(row: ResultRow): Promise<void>;
  close(): void;
}

function openResults(file: string): Results {
  const db = new DatabaseSync(file);
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE results (
      id INTEGER PRIMARY KEY, lane INTEGER, started_at INTEGER, duration_ms INTEGER, status INTEGER, headers TEXT,
      answer BLOB
    )`);
  const insert = db.prepare(
    "INSERT INTO results (lane, started_at, duration_ms, status, headers, answer) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const [begin, commit] = [db.prepare("BEGIN"), db.prepare("COMMIT")];
  let waiting: { readonly row: ResultRow; readonly resolve: () => void }[] = [];

  function flush(): void {
    const batch = waiting;
    waiting = [];
    begin.run();
    for (const { row } of batch) insert.run(...row);
    commit.run();
    for (const { resolve } of batch) resolve();
  }

  return {
    add: (row) =>
      new Promise((resolve) => {
        if (waiting.push({ row, resolve }) === 1) setImmediate(flush);
      }),
    close: () => db.close(),
  };
}
