import { Ajv } from "ajv";
import draft6 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import harSchemas from "har-schema";
import { expect, test } from "vitest";
import { harEnd, harEntry, harStart } from "../../../src/exports/har.ts";
import type { DeliveryDetail } from "../../../src/model/delivery.ts";
import { deliveryDetail } from "./deliveries.ts";

function harOf(...deliveries: readonly DeliveryDetail[]): unknown {
  return JSON.parse(
    harStart("1.0.0") + deliveries.map((each) => JSON.stringify(harEntry(each))).join(",") + harEnd,
  );
}

const ajv = new Ajv({ strict: false })
  .addMetaSchema(draft6)
  .addFormat("date-time", (text) => !Number.isNaN(Date.parse(text)))
  .addFormat("uri", (text) => URL.canParse(text))
  .addFormat("ipv4", /^[\d.]+$/)
  .addFormat("ipv6", /:/);
for (const schema of Object.values(harSchemas)) ajv.addSchema(schema);

function errorsIn(har: unknown): unknown {
  return ajv.validate("har.json#", har) ? null : ajv.errors;
}

const response = {
  by: "http://127.0.0.1:3000/",
  status: 200,
  contentType: "text/plain",
  body: Buffer.from("ok"),
  truncated: false,
};

test("deliveries of every kind are valid HAR 1.2", () => {
  const har = harOf(
    deliveryDetail({ response, path: "/webhooks/inbox?a=1&b=%zz" }),
    deliveryDetail({ body: Buffer.alloc(0), bytes: 0, status: null, durationMs: null, headers: [] }),
    deliveryDetail({ body: Buffer.from([0, 255]), response: { ...response, body: Buffer.from([254]) } }),
    deliveryDetail({ headers: [["Host", "\u00ff not a host"]], path: "*", method: "OPTIONS" }),
  );
  expect(errorsIn(har)).toBeNull();
  expect(errorsIn({ log: { version: 1 } })).not.toBeNull();
});

test("a body that is not UTF-8 is marked", () => {
  expect(harEntry(deliveryDetail({ body: Buffer.from([0, 255]) }))["request"]).toMatchObject({
    postData: { text: "AP8=", encoding: "base64" },
  });
  expect(harEntry(deliveryDetail({ body: Buffer.from("\ufeffé") }))["request"]).toMatchObject({
    postData: { text: "\ufeffé" },
  });
});
