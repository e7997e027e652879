import { expect, test } from "vitest";
import { deliverySchema } from "../../../src/model/delivery-fields.ts";
import { webhookSchema } from "../../../src/model/webhook.ts";
import { sourceFiles } from "../../support/source-files.ts";

/** Things with one table of their fields: another list of four of them would have to follow each new field by hand. */
const things = {
  delivery: Object.keys(deliverySchema.shape),
  webhook: Object.keys(webhookSchema.shape),
};

/** Lists that choose fields on purpose. */
const chosen = [
  "delivery: model/filter.ts",
  "delivery: receiver/arrival.ts",
  "delivery: receiver/forward/rule-target.ts",
  "delivery: store/delivery-log.ts",
  "delivery: tables/deliveries.ts",
  "webhook: model/webhook-parts.ts",
];

test("no file lists the fields of a delivery or of a webhook again", () => {
  const found = Object.entries(things).flatMap(([thing, fields]) =>
    sourceFiles
      .filter(({ text }) => namesIn(text).some((names) => isListOf(fields, names)))
      .map(({ path }) => `${thing}: ${path}`),
  );
  expect(found.toSorted()).toEqual(chosen);
});

/** Returns the runs of names in quotes, separated by commas or bars. */
function namesIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/"\w+"(?:\s*[,|]\s*"\w+")+/g)].map(([run]) => run.match(/\w+/g) ?? []);
}

function isListOf(fields: readonly string[], names: readonly string[]): boolean {
  const known = names.filter((name) => fields.includes(name)).length;
  return known >= 4 && known > names.length / 2;
}
