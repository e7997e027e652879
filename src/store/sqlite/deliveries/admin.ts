import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { UsageError } from "../../../model/errors.ts";
import type { ReportedForwards, StoreAdmin, StorePart, StoreReport } from "../../admin.ts";
import { makeDataDir } from "../../data-dir.ts";
import { unreadableJobs } from "../jobs-table.ts";
import { openExisting } from "../open-existing.ts";
import { storeError } from "../sqlite-error.ts";
import { deliveriesFile } from "./deliveries-file.ts";
import { searchFileName } from "./search/search-file.ts";

/** Opens the administration of a data directory. */
export function openSqliteAdmin(dataDir: string): StoreAdmin {
  const file = join(dataDir, deliveriesFile.name);
  return {
    async init(limits) {
      if (Object.values(limits).some((limit) => limit !== null)) {
        throw new UsageError({
          what: "SQLite has no replicas and no limits of a server",
          why: `the store is the data directory ${dataDir}`,
          hint: "Set deliveries.keepDays and deliveries.keepBytes, or choose a server with --store nats://HOST:PORT",
        });
      }
      return {
        created: [],
        existing: existsSync(file) ? [deliveriesFile.name] : [],
        changed: [],
        next: "SQLite needs no preparation: hooklens receive creates its files.",
      };
    },
    async report(monitorUrl) {
      if (monitorUrl === null) return report(dataDir, file);
      throw new UsageError({ what: "SQLite has no server to monitor", hint: "Leave out --monitor" });
    },
    async openScratch() {
      const { openDeliveryLog } = await import("./delivery-log.ts");
      makeDataDir(dataDir);
      const dir = mkdtempSync(join(dataDir, ".bench-"));
      const log = await openDeliveryLog(dir);
      return {
        log,
        async close() {
          await log.close();
          rmSync(dir, { recursive: true });
        },
      };
    },
    close: async () => undefined,
  };
}

/** @throws {StoreDamagedError | StoreUnwritableError | StoreBusyError} the file cannot be read */
function report(dataDir: string, file: string): StoreReport {
  let db: DatabaseSync | null = null;
  try {
    db = existsSync(file) ? openExisting(file) : null;
    return {
      guarantee:
        "a 2xx survives a crash and a power cut, because each transaction is synced to the disk of this machine, and to no other",
      server: null,
      parts: [
        part(dataDir, deliveriesFile.name, db === null ? 0 : rowsOf(db)),
        part(dataDir, searchFileName, null),
      ],
      forwards: db === null ? { waiting: 0, leased: 0, limit: null, unreadable: 0 } : forwardsOf(db),
      receivers: null,
      projection: null,
      problems: [],
    };
  } catch (error) {
    throw storeError(error, file);
  } finally {
    db?.close();
  }
}

function rowsOf(db: DatabaseSync): number {
  return Number(db.prepare("SELECT count(*) AS n FROM deliveries").get()?.["n"]);
}

function forwardsOf(db: DatabaseSync): ReportedForwards {
  const of = (condition: string): number =>
    Number(db.prepare(`SELECT count(*) AS n FROM jobs WHERE ${condition}`).get()?.["n"]);
  return {
    waiting: of("state IN ('later', 'ready', 'held')"),
    leased: of("state = 'leased'"),
    limit: null,
    unreadable: Number(db.prepare(unreadableJobs).get()?.["n"]),
  };
}

function part(dataDir: string, name: string, messages: number | null): StorePart {
  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const path = join(dataDir, name);
  return {
    name,
    messages,
    bytes: sizeOf(path) + sizeOf(`${path}-wal`),
    maxAgeMs: null,
    maxBytes: null,
    consumers: null,
    replicas: null,
  };
}
