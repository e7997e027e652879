import { expect, test } from "vitest";
import { deliveryHash } from "../../../src/engine/migrate/delivery-hash.ts";
import {
  appendedSchema,
  copiedFields,
  deliveryOfRow,
  deliverySchema,
  storedColumns,
} from "../../../src/model/delivery-fields.ts";
import type { NewDelivery } from "../../../src/model/delivery.ts";
import { newDelivery } from "../../support/new-delivery.ts";
import { deliveryDetail } from "../exports/deliveries.ts";

/** Two different values of each field. */
const values: { readonly [F in keyof NewDelivery]?: readonly [NewDelivery[F], NewDelivery[F]] } = {
  route: ["inbox", null],
  method: ["POST", "PUT"],
  path: ["/", "/in"],
  remote: ["::1", "127.0.0.1"],
  bytes: [0, 7],
  event: [{ scope: "repo", action: "update" }, null],
  repo: [{ type: "model", name: "me/net" }, null],
  webhookId: ["w1", null],
  subject: ["main@9a53552", null],
  auth: ["ok", "wrong"],
  outcome: ["handled", "failed"],
  schemaValid: [false, null],
  status: [200, null],
  durationMs: [1.5, null],
  replayOf: [3, null],
  edited: [true, false],
  reason: ["refused", null],
};

const stored = Object.keys(appendedSchema.omit({ sha256: true }).shape);

test("each field of an append has values to compare", () => {
  expect(Object.keys(values).toSorted()).toEqual(stored.toSorted());
});

test.each(Object.entries(values))("a row keeps %s", (field, both) => {
  for (const value of both ?? []) {
    const delivery = newDelivery({ [field]: value });
    const columns = Object.values(storedColumns).flatMap((each) => Object.entries(each));
    const row = Object.fromEntries(columns.map(([name, valueOf]) => [name, valueOf(delivery)]));
    expect(deliveryOfRow({ seq: 1, received_at: 0, ...row })).toHaveProperty(field, value);
  }
});

test.each(Object.entries(values).filter(([field]) => field !== "replayOf"))(
  "a copy that lost %s is not equal to its original",
  (field, both) => {
    const [one, other] = both?.map((value) => deliveryHash(deliveryDetail({ [field]: value }))) ?? [];
    expect(one).not.toBe(other);
  },
);

test("copies share all fields but numbers and what a log derives", () => {
  const others = Object.keys(deliverySchema.shape).filter(
    (name) => !copiedFields.some((each) => each === name),
  );
  expect(others).toEqual([
    "seq",
    "replayOf",
    "duplicateOf",
    "nextAttemptAt",
    "dead",
    "recovered",
    "eventOf",
    "latestTry",
    "tries",
    "handledTries",
    "settledBy",
    "eventState",
    "open",
    "bookmark",
  ]);
});
