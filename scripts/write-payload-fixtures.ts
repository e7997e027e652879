// Writes fixtures/payloads: a sample of each event, created like those of `trigger`.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import type { Ids } from "../src/localhub/events/event-payload.ts";
import { syntheticPayload } from "../src/localhub/events/synthetic-payload.ts";
import { knownEvents } from "../src/model/event.ts";

export const payloadFolder = new URL("../fixtures/payloads/", import.meta.url);

export interface PayloadSample {
  /** File name: `repo.content.update.json`. */
  readonly file: string;
  /** Text of the file, with a line ending. */
  readonly text: string;
}

/** Creates a source of distinct IDs, the same in each run. */
function countedIds(seed: string): Ids {
  let n = 0;
  const hex = (digits: number) =>
    createHash("sha256").update(`${seed} ${n++}`).digest("hex").slice(0, digits);
  return { objectId: () => hex(24), sha: () => hex(40) };
}

/** Returns a sample payload for each documented event. */
export function payloadSamples(): readonly PayloadSample[] {
  return Object.entries(knownEvents).flatMap(([scope, actions]) =>
    actions.map((action) => {
      const payload = syntheticPayload({
        scope,
        action,
        repo: { type: "dataset", name: "acme/corpus" },
        account: "acme",
        endpoint: "https://huggingface.co",
        ids: countedIds(`${scope}.${action}`),
      });
      const sent = { ...payload, webhook: { id: "6390e855e30d9209411de93b", version: 3 } };
      return { file: `${scope}.${action}.json`, text: `${JSON.stringify(sent, null, 2)}\n` };
    }),
  );
}

if (import.meta.main) {
  mkdirSync(payloadFolder, { recursive: true });
  for (const { file, text } of payloadSamples()) writeFileSync(new URL(file, payloadFolder), text);
}
