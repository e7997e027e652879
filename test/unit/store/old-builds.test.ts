import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { listTemplates, readTemplate } from "../../../src/engine/templates.ts";
import { forwardTargets, tunnelUrls } from "../../../src/engine/url-history.ts";
import { readWebhookNames } from "../../../src/engine/webhook-names.ts";
import { deliveryLine } from "../../../src/exports/delivery-line.ts";
import { parseDeliveryLine } from "../../../src/exports/parse-delivery-line.ts";
import { readOrMakeToken } from "../../../src/localhub/token.ts";
import type { DeliveryDetail } from "../../../src/model/delivery.ts";
import { readRemembered } from "../../../src/screens/ui-state-file.ts";
import { decodeDelivery, encodeDelivery } from "../../../src/store/nats/messages/delivery.ts";
import { openBookmarks } from "../../../src/store/sqlite/deliveries/bookmarks.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { openDeliveryReader } from "../../../src/store/sqlite/deliveries/delivery-reader.ts";
import { openHubReader } from "../../../src/store/sqlite/hub/hub-reader.ts";
import { openHubStore } from "../../../src/store/sqlite/hub/hub-store.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

const builds = ["bc639e5d", "b83adc62"];
const databases = ["deliveries.db", "hub.db"];

/** Returns the path of a file that a build wrote: its data, or how it read them. */
function fileOf(build: string, name: string): string {
  return join(import.meta.dirname, "../../../fixtures/data", build, name);
}

function textOf(build: string, name: string): string {
  return readFileSync(fileOf(build, name), "utf8");
}

function messagesOf(build: string): readonly { readonly header: unknown; readonly data: string }[] {
  return JSON.parse(textOf(build, "messages.json"));
}

/** Copies the data directory of a build. */
function dataOf(build: string): string {
  const dataDir = freshDataDir();
  cpSync(fileOf(build, "."), dataDir, { recursive: true });
  return dataDir;
}

/** Copies the data directory of a build, and migrates its databases as their next start does. */
async function migratedDataOf(build: string): Promise<string> {
  const dataDir = dataOf(build);
  await (await openDeliveryLog(dataDir)).close();
  await (await openHubStore(dataDir)).close();
  return dataDir;
}

async function deliveriesIn(dataDir: string): Promise<readonly DeliveryDetail[]> {
  const reader = openDeliveryReader(dataDir);
  onTestFinished(() => reader.close());
  const seqs = Array.from({ length: await reader.lastSeq() }, (_, index) => index + 1);
  const found = await Promise.all(seqs.map((seq) => reader.get(seq)));
  return found.filter((delivery) => delivery !== null);
}

/** Returns the columns, indexes and triggers of a database. */
function schemaOf(file: string): unknown {
  using db = new DatabaseSync(file, { readOnly: true });
  const objects = db
    .prepare(
      "SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY type, name",
    )
    .all();
  const columns = db
    .prepare(
      `SELECT m.name AS tbl, c.* FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS c
       WHERE m.type = 'table' ORDER BY tbl, cid`,
    )
    .all();
  return { version: db.prepare("PRAGMA user_version").get(), objects, columns };
}

describe.each(builds)("the data directory of build %s", (build) => {
  test("its deliveries are exported as it exported them, with what it did not know", async () => {
    const lines = (await deliveriesIn(await migratedDataOf(build))).map(deliveryLine);
    const exported = textOf(build, "deliveries.ndjson").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(exported.map((line) => JSON.parse(line)));
    expect(lines).toHaveLength(exported.length);
  });

  test("its export is read as its log", async () => {
    const lines = textOf(build, "deliveries.ndjson").trimEnd().split("\n");
    const read = lines.map(parseDeliveryLine).filter((delivery) => typeof delivery !== "string");
    const withoutEvent = (delivery: DeliveryDetail): string =>
      deliveryLine({
        ...delivery,
        eventId: null,
        eventOf: 0,
        latestTry: 0,
        tries: 1,
        handledTries: 0,
        settledBy: null,
        eventState: null,
        open: false,
      });
    expect(read.map((delivery) => withoutEvent({ ...delivery, removed: [] }))).toEqual(
      (await deliveriesIn(await migratedDataOf(build))).map(withoutEvent),
    );
  });

  test("its log goes on, with its bookmarks and waiting forwards", async () => {
    const dataDir = dataOf(build);
    const log = await openDeliveryLog(dataDir);
    onTestFinished(() => log.close());
    const before = await log.lastSeq();
    expect(await log.append(newDelivery())).toMatchObject({ seq: before + 1 });
    expect(await log.get(4)).toMatchObject({ outcome: "handled", bookmark: "look at the labels" });
    expect((await openBookmarks(dataDir).list()).map(({ seq }) => seq)).toEqual([4]);
    expect(await log.forwards.claim(9, 1000, Date.now())).toHaveLength(2);
  });

  test("its hub goes on with its webhooks, repos, discussions, dispatches and Jobs", async () => {
    const dataDir = dataOf(build);
    const reader = openHubReader(dataDir);
    onTestFinished(() => reader?.close());
    const webhooks = reader?.webhooks() ?? [];
    const then: { readonly dispatches: readonly (readonly object[])[] } = JSON.parse(
      textOf(build, "hub.json"),
    );
    expect({
      webhooks,
      jobs: reader?.jobs(100),
      dispatches: webhooks.map(({ id }) => reader?.dispatches(id, 100)),
    }).toEqual({
      ...then,
      // Dispatches tell their run now; these attempts started none.
      dispatches: then.dispatches.map((of) => of.map((dispatch) => ({ ...dispatch, run: null }))),
    });
    const hub = await openHubStore(dataDir);
    onTestFinished(() => hub.close());
    const event = { scope: "repo.content", action: "update", repo: { type: "dataset", name: "me/corpus" } };
    expect(await hub.registry.watching(event)).toMatchObject([{ id: webhooks[0]?.id }]);
    expect(await hub.repos.list()).toMatchObject([{ name: "me/corpus" }]);
    expect(readWebhookNames(dataDir)).toEqual({ [webhooks[0]?.id ?? ""]: "corpus" });
  });

  test("its templates, token, URLs and choices are read", async () => {
    const dataDir = dataOf(build);
    expect(listTemplates(dataDir)).toEqual(["push"]);
    expect(readTemplate(dataDir, "push").event).toEqual({ scope: "repo.content", action: "update" });
    expect(readOrMakeToken(dataDir)).toMatchObject({ token: textOf(build, "hub-token").trim(), made: false });
    expect(await tunnelUrls(dataDir).read()).toEqual(["https://a.example.org"]);
    expect(await forwardTargets(dataDir).read()).toEqual(["http://127.0.0.1:3000/hook"]);
    // These builds folded no tries.
    expect(readRemembered(join(dataDir, "interface.json"))).toEqual({
      ...JSON.parse(textOf(build, "interface.json")),
      isFolded: true,
    });
  });

  test("its messages on NATS are read, and written with the same JSON", () => {
    const messages = messagesOf(build);
    for (const { header, data } of messages) {
      const read = decodeDelivery({
        headers: { get: () => JSON.stringify(header) },
        data: Buffer.from(data, "base64"),
      });
      const written = read && encodeDelivery(read.delivery, read.receiver);
      expect(JSON.parse(written?.header ?? "null")).toEqual(header);
      expect(Buffer.from(written?.data ?? []).toString("base64")).toBe(data);
    }
    expect(messages).toHaveLength(14);
  });

  test.each(databases)("its %s has the tables of a new one", async (name) => {
    const dataDir = freshDataDir();
    await (name === "hub.db" ? openHubStore(dataDir) : openDeliveryLog(dataDir)).then((store) =>
      store.close(),
    );
    expect(schemaOf(join(dataDir, name))).toEqual(schemaOf(join(await migratedDataOf(build), name)));
  });
});
