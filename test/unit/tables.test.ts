import { describe, expect, it } from "vitest";
import { chooseColumns, type Table } from "../../src/tables/column.ts";
import { deliveryTable } from "../../src/tables/deliveries.ts";
import { dispatchTable } from "../../src/tables/dispatches.ts";
import { jobTable } from "../../src/tables/jobs.ts";
import { messageTable } from "../../src/tables/messages.ts";
import { policyTable } from "../../src/tables/policies.ts";
import { webhookTable } from "../../src/tables/webhooks.ts";

const tables: readonly Table<never, never>[] = [
  deliveryTable,
  dispatchTable,
  jobTable,
  messageTable,
  policyTable,
  webhookTable,
];

describe.each(tables.map((table) => [table.name, table] as const))("the columns of %s", (_name, table) => {
  it("contain those of the screen and the command, each once", () => {
    for (const names of [table.shown, table.printed ?? []]) {
      expect(chooseColumns(table, names).map(({ name }) => name)).toEqual(names);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("leave room for their titles", () => {
    for (const { title, width } of Object.values(table.columns)) {
      expect(title.length).toBeLessThanOrEqual(width);
    }
  });
});

it("keeps the order of the chosen names", () => {
  const chosen = chooseColumns(deliveryTable, ["took", "seq"]);
  expect(chosen.map(({ name, title }) => [name, title])).toEqual([
    ["took", "took"],
    ["seq", "seq"],
  ]);
});

it("lists the known names when one is unknown", () => {
  expect(() => chooseColumns(webhookTable, ["id", "staus"])).toThrow(
    '"staus" is not a column of webhooks (perhaps status). Choose from state, webhook, status, id, name, target, watched, health, hours, last, took, rate, queue, quota, domains, secret.',
  );
  expect(() => chooseColumns(webhookTable, ["toString"])).toThrow('"toString" is not a column');
});
