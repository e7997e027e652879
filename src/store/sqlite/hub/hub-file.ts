import { plural } from "../../../text/numbers.ts";
import type { DatabaseFile } from "../open-writer.ts";
import type { Repair } from "../salvage.ts";
import { hubVersions } from "./schema.ts";

/** Repairs hub.db: removes rows whose parents were lost, and rebuilds derived rows. */
const repairHub: Repair = (db) => {
  db.exec(`
    DELETE FROM watch_keys WHERE webhook NOT IN (SELECT place FROM webhooks);
    INSERT OR IGNORE INTO watch_keys (type, name, webhook)
      SELECT item.value ->> 'type', item.value ->> 'name', place FROM webhooks, json_each(watched) AS item WHERE disabled = 0;
    DELETE FROM discussion_numbers WHERE repo_id NOT IN (SELECT id FROM repos);
    DELETE FROM discussions WHERE repo_id NOT IN (SELECT id FROM repos);
    DELETE FROM discussion_records WHERE discussion NOT IN (SELECT id FROM discussions);
    DELETE FROM dispatches WHERE id NOT IN (SELECT dispatch FROM dispatch_payloads);
    DELETE FROM jobs WHERE body ->> 'dispatch' NOT IN (SELECT id FROM dispatches);
  `);
  const rows = (table: string): number =>
    Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"]);
  return `${plural(rows("webhooks"), "webhook")}, ${plural(rows("repos"), "repo")} and ${plural(rows("dispatches"), "dispatch", "dispatches")} were recovered`;
};

export const hubFile: DatabaseFile = {
  name: "hub.db",
  kind: "hub",
  holds: "the data of the local hub",
  migrations: hubVersions,
  repair: repairHub,
  walBytes: 16 * 1024 * 1024,
};
