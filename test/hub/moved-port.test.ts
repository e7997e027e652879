import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { noteMovedPort } from "../../src/cli/commands/receive/moved-port.ts";
import { defaultStore } from "../../src/engine/stores.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { testHub } from "../support/local-hub.ts";

/** Returns the notes about a receiver that listens on port 7950. */
async function notesOf(dataDir: string, usualPort: number): Promise<readonly string[]> {
  const notes: string[] = [];
  const url = "http://127.0.0.1:7950";
  await noteMovedPort({ dataDir, store: defaultStore }, usualPort, url, {
    note: (text) => void notes.push(text),
  });
  return notes;
}

test("the webhooks that send to the usual port of a receiver are named with the command that moves them", async () => {
  const dataDir = freshDataDir();
  const { client } = await testHub({ dataDir });
  const watched = [{ type: "user", name: "me" }];
  const { id } = await client.createWebhook({ url: "http://localhost:7860/webhooks/inbox?a=1", watched });
  await client.createWebhook({ url: "http://localhost:7950/webhooks/inbox", watched });
  await client.createWebhook({ url: "http://127.0.0.1.example.org:7860/webhooks/inbox", watched });
  expect(await notesOf(dataDir, 7860)).toEqual([
    "The receiver listens on http://127.0.0.1:7950: another program has http://127.0.0.1:7860.",
    `Webhook ${id} still sends to http://localhost:7860/webhooks/inbox?a=1. To move it: hooklens webhooks update ${id} --url 'http://127.0.0.1:7950/webhooks/inbox?a=1'`,
  ]);
  expect(await notesOf(dataDir, 7950)).toEqual([]);
});

test("a receiver without a local hub only says where it listens", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  expect(await notesOf(dataDir, 7860)).toHaveLength(1);
});
