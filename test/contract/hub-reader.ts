import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

/** Tests of every HubReader. */
export function hubReaderContract(name: string, open: (dataDir: string) => Promise<Store>): void {
  describe(`${name}: reading the data of a hub`, () => {
    test("there is nothing to read, and nothing is created, before a hub ran", async () => {
      const dataDir = freshDataDir();
      expect(await (await open(dataDir)).openHubReader()).toBe(null);
      expect(existsSync(dataDir)).toBe(false);
    });

    test("reads what a hub stores while it is open, and after it was closed", async () => {
      const dataDir = freshDataDir();
      const store = await open(dataDir);
      const hub = await store.openHub();
      const webhook = await hub.registry.create({
        account: "me",
        url: "https://example.org/hook",
        jobSourceId: null,
        watched: [{ type: "org", name: "acme" }],
        domains: [],
        secret: "s3cret",
      });
      const read = async () => {
        const reader = await store.openHubReader();
        const found = [reader?.webhooks(), reader?.jobs(10), reader?.dispatches(webhook.id, 10)];
        reader?.close();
        return found;
      };
      expect(await read()).toEqual([[webhook], [], []]);
      await hub.close();
      expect(await read()).toEqual([[webhook], [], []]);
    });
  });
}
