import { createHash } from "node:crypto";
import type { Ids } from "../src/localhub/events/ids.ts";
import { syntheticPayload } from "../src/localhub/events/synthetic-payload.ts";
import { knownEvents } from "../src/model/event.ts";

export interface PayloadSample {
  /** `repo.content.update.json`. */
  readonly file: string;
  /** With a line end. */
  readonly text: string;
}

/** Ids that are the same every time, and different from one another. */
function countedIds(seed: string): Ids {
  let n = 0;
  const hex = (digits: number) =>
    createHash("sha256").update(`${seed} ${n++}`).digest("hex").slice(0, digits);
  return { objectId: () => hex(24), sha: () => hex(40) };
}

/** One payload for each event the Hub documents, as it is sent to a webhook. */
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
