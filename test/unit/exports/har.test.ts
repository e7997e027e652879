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

test.each(["x:99999", "999.999.999.999", "1.2.3.4.5", "[1]", "\u00ff not a host", ""])(
  "the Host %j, which no URL can have, is kept in its header",
  (host) => {
    const entry = harEntry(deliveryDetail({ headers: [["Host", host]], path: "/webhooks/inbox?a=1" }));
    expect(entry).toMatchObject({
      comment: expect.stringContaining("localhost"),
      request: {
        url: "http://localhost/webhooks/inbox?a=1",
        headers: [{ name: "Host", value: host }],
        queryString: [{ name: "a", value: "1" }],
      },
    });
    expect(errorsIn(harOf(deliveryDetail({ headers: [["Host", host]] })))).toBeNull();
  },
);

test("a host has no comment", () => {
  expect(harEntry(deliveryDetail())).not.toHaveProperty("comment");
});

test("a body that is not UTF-8 is marked", () => {
  expect(harEntry(deliveryDetail({ body: Buffer.from([0, 255]) }))["request"]).toMatchObject({
    postData: { text: "AP8=", encoding: "base64" },
  });
  expect(harEntry(deliveryDetail({ body: Buffer.from("\ufeffé") }))["request"]).toMatchObject({
    postData: { text: "\ufeffé" },
  });
});
