import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { createMeter } from "../../src/receiver/metrics/meter.ts";
import { storeStatus } from "../support/app/store-status.ts";

const read = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");

/** Names of the metrics of a receiver. */
async function metricNames(): Promise<ReadonlySet<string>> {
  const text = await createMeter().text({
    version: "1.0.0",
    sending: 0,
    queued: 0,
    waiting: 0,
    targetUp: true,
    storing: true,
    store: storeStatus(),
    logBytes: 0,
    freeBytes: 0,
    lastSeq: 0,
  });
  return new Set(text.split("\n").flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []));
}

test.each(["metrics.md", "metrics/alerts.yaml", "metrics/dashboard.json"])(
  "%s names metrics that the receiver has",
  async (name) => {
    const known = await metricNames();
    const named = read(name).matchAll(/hooklens_(?!\*)[a-z_]+/g);
    const unknown = [...named]
      .map(([metric]) => metric.replace(/_(?:bucket|count|sum)$/, ""))
      .filter((metric) => !known.has(metric));
    expect(unknown).toEqual([]);
  },
);

test("the table of the metrics is complete", async () => {
  const text = read("metrics.md");
  expect([...(await metricNames())].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("alerts and dashboard can be parsed", () => {
  expect(load(read("metrics/alerts.yaml"))).toMatchObject({ groups: [{ rules: expect.any(Array) }] });
  expect(JSON.parse(read("metrics/dashboard.json"))).toMatchObject({ title: "hooklens" });
});
