import { expect, test } from "vitest";
import { folderRows } from "../../../src/screens/policies/list/rows.ts";
import { webhookRows } from "../../../src/screens/webhooks/state/rows.ts";
import { kept } from "../../../src/tui/state/kept.ts";
import { aWebhook } from "../../support/a-webhook.ts";
import { initialState } from "../../support/app/state.ts";

const state = initialState({ columns: 120, rows: 40 }, 0);

test("drawings that note what they read compute the rows of webhooks once", () => {
  let reads = 0;
  const webhook = new Proxy(aWebhook(), {
    get(target, field) {
      reads += 1;
      return Reflect.get(target, field) as unknown;
    },
  });
  const webhooks = [webhook];
  const drawn = kept((now) => webhookRows(now, webhooks));
  const rows = drawn("list", state);
  const before = reads;
  expect(before).toBeGreaterThan(0);
  expect(drawn("footer", state)).toBe(rows);
  expect(reads).toBe(before);
});

test("drawings that note what they read share the rows of policies", () => {
  const drawn = kept(folderRows);
  expect(drawn("list", state)).toBe(drawn("footer", state));
});
