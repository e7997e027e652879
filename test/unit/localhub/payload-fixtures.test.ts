import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { payloadFolder, payloadSamples } from "../../../scripts/write-payload-fixtures.ts";
import { webhookPayloadSchema } from "../../../src/model/payload.ts";

test("there is one sample payload for each event, as the hub makes them (else: node scripts/write-payload-fixtures.ts)", () => {
  const samples = payloadSamples();
  expect(readdirSync(payloadFolder).toSorted()).toEqual(samples.map(({ file }) => file).toSorted());
  for (const { file, text } of samples) expect(readFileSync(new URL(file, payloadFolder), "utf8")).toBe(text);
});

test.for(readdirSync(payloadFolder))("%s has all that the payload schema requires", (file) => {
  const payload = JSON.parse(readFileSync(new URL(file, payloadFolder), "utf8"));
  expect(webhookPayloadSchema.parse(payload)).toEqual(payload);
  expect(`${payload.event.scope}.${payload.event.action}.json`).toBe(file);
});
