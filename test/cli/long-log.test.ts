import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { makeCliHome, runCli } from "../support/cli.ts";
import { newDelivery } from "../support/new-delivery.ts";

const { home, dataDir, remove } = makeCliHome();
const count = 50_000;

beforeAll(async () => {
  const log = await openDeliveryLog(dataDir);
  for (let batch = 0; batch < count / 5000; batch++) {
    await Promise.all(Array.from({ length: 5000 }, () => log.append(newDelivery())));
  }
  await log.close();
}, 60_000);
afterAll(remove);

describe("deliveries ls on a long log", () => {
  it("is one whole JSON array, made in the memory of one page", async () => {
    const { code, stdout, stderr } = await runCli(["deliveries", "ls", "--format", "json"], {
      home,
      // Room for pages and for garbage. All rows at once with their text were measured at 52 MB.
      env: { NODE_OPTIONS: "--max-old-space-size=40" },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const rows = JSON.parse(stdout) as readonly { seq: number }[];
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (_, index) => count - index));
  });

  it("shows a person the newest fifty, and how many there are", async () => {
    const { stdout, stderr } = await runCli(["deliveries", "ls"], { home });
    expect(stdout.trimEnd().split("\n")).toHaveLength(51);
    expect(stderr).toBe("50 of 50,000 deliveries; use --limit N to show more.\n");
  });
});

describe("a log with more text than memory", () => {
  it("is exported and imported in the memory of one batch", async () => {
    const [from, to] = [makeCliHome(), makeCliHome()];
    const deliveries = 5_000;
    const log = await openDeliveryLog(from.dataDir);
    const body = new TextEncoder().encode(JSON.stringify({ text: "x".repeat(6_000) }));
    await Promise.all(
      Array.from({ length: deliveries }, (_, index) =>
        log.append(newDelivery({ body, bytes: body.length, receivedAtMs: index })),
      ),
    );
    await log.close();
    const file = join(from.home, "all.ndjson");
    // The program without deliveries takes 10 MB, the lines of the file 30 MB.
    const env = { NODE_OPTIONS: "--max-old-space-size=28" };
    const words = ["deliveries", "export", "-o", file, "--format", "json"];
    const exported = await runCli(words, { home: from.home, env });
    expect(JSON.parse(exported.stdout)).toMatchObject({ exported: deliveries });
    const args = ["deliveries", "import", file, "--format", "json"];
    const imported = await runCli(args, { home: to.home, env });
    expect(JSON.parse(imported.stdout)).toMatchObject({ imported: deliveries, skipped: 0, unreadable: 0 });
    for (const { remove: removeHome } of [from, to]) removeHome();
  });
});
