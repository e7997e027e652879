import { describe, expect, it } from "vitest";
import { readPayload } from "../../../src/model/payload-read.ts";
import { webhookPayloadSchema } from "../../../src/model/payload.ts";
import { hostileStrings } from "../../support/hostile-text.ts";
import { randomJson } from "../../support/random-json.ts";
import type { Random } from "../../support/random.ts";
import { seededRandom } from "../../support/random.ts";
import { fullPayload } from "../../support/sample-payload.ts";

const nothing = { event: null, repo: null, webhookId: null, subject: null, schemaValid: false };

function isInner(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** Changes one place of a value, chosen at random: removes it, or puts another value there. */
function mutate(random: Random, value: Record<string, unknown>): void {
  let place: Record<string, unknown> = value;
  for (;;) {
    const key = random.pick(Object.keys(place));
    const child = place[key];
    if (isInner(child) && random.next() < 0.7) {
      place = child;
      continue;
    }
    if (random.next() < 0.3) delete place[key];
    else place[key] = random.pick([null, "", "text", 0, 3.5, true, [], {}, randomJson(random, 2)]);
    return;
  }
}

describe("readPayload", () => {
  it("reads what the log keeps", () => {
    expect(readPayload(fullPayload("repo.config", "update"))).toEqual({
      event: { scope: "repo.config", action: "update" },
      repo: { type: "dataset", name: "me/corpus" },
      webhookId: "6390e855e30d9209411de93b",
      subject: "deleted branch main +1",
      schemaValid: true,
    });
  });

  it("accepts the minimum of the schema, and newer values", () => {
    const { event, repo, webhook } = fullPayload();
    const least = { event, repo, webhook };
    const newer = {
      ...least,
      event: { scope: "kernel.build", action: "start" },
      updatedFiles: [{}],
      more: 1,
    };
    expect([readPayload(least).schemaValid, readPayload(newer).schemaValid]).toEqual([true, true]);
    expect(readPayload(newer).event).toEqual({ scope: "kernel.build", action: "start" });
  });

  it("extracts the fields of an incomplete payload", () => {
    expect(readPayload({ event: { scope: "repo", action: "create" } })).toEqual({
      ...nothing,
      event: { scope: "repo", action: "create" },
    });
    expect(readPayload({ webhook: { id: "x" }, repo: { type: "model" }, event: "update" })).toEqual({
      ...nothing,
      webhookId: "x",
    });
  });

  it.each([[null], [undefined], [1], ["text"], [[]], [[fullPayload()]], [{}]])(
    "finds nothing in %j",
    (value) => {
      expect(readPayload(value)).toEqual(nothing);
    },
  );

  it("reads no inherited property", () => {
    expect(readPayload(Object.create(fullPayload()))).toEqual(nothing);
    const sent: unknown = JSON.parse(JSON.stringify({ a: fullPayload() }).replace('"a"', '"__proto__"'));
    expect(readPayload(sent)).toEqual(nothing);
  });

  it("says of 20,000 changed payloads what the schema says", () => {
    const random = seededRandom(3);
    const differing: string[] = [];
    const verdicts = { true: 0, false: 0 };
    for (let round = 0; round < 20_000; round++) {
      const payload = fullPayload();
      for (let changes = 1 + random.below(2); changes > 0; changes--) mutate(random, payload);
      const verdict = webhookPayloadSchema.safeParse(payload).success;
      verdicts[`${verdict}`]++;
      if (readPayload(payload).schemaValid !== verdict) differing.push(JSON.stringify(payload));
    }
    expect(differing).toEqual([]);
    expect(verdicts.true).toBeGreaterThan(2000);
    expect(verdicts.false).toBeGreaterThan(2000);
  });

  it("never throws on 20,000 arbitrary values, and agrees with the schema on them", () => {
    const random = seededRandom(5);
    for (let round = 0; round < 20_000; round++) {
      const value = randomJson(random, 4);
      expect(readPayload(value).schemaValid).toBe(webhookPayloadSchema.safeParse(value).success);
    }
  });

  it.each(hostileStrings)("hands hostile names on as they are: $name", ({ text }) => {
    const payload = { ...fullPayload(), event: { scope: text, action: text } };
    expect(readPayload(payload).event).toEqual({ scope: text, action: text });
  });
});
