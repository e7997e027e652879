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

  it("is exported and imported in the memory of one batch", async () => {
    const file = join(home, "part.ndjson");
    const part = 20_000;
    // All rows of the file at once were measured at 33 MB.
    const env = { NODE_OPTIONS: "--max-old-space-size=28" };
    const words = ["deliveries", "export", "-o", file, "--where", `seq:<=${part}`, "--format", "json"];
    const exported = await runCli(words, { home, env });
    expect(JSON.parse(exported.stdout)).toMatchObject({ exported: part });
    const other = makeCliHome();
    const args = ["deliveries", "import", file, "--format", "json"];
    const imported = await runCli(args, { home: other.home, env });
    expect(JSON.parse(imported.stdout)).toMatchObject({ imported: part, skipped: 0, unreadable: 0 });
    other.remove();
  }, 120_000);

  it("shows a person the newest fifty, and how many there are", async () => {
    const { stdout, stderr } = await runCli(["deliveries", "ls"], { home });
    expect(stdout.trimEnd().split("\n")).toHaveLength(51);
    expect(stderr).toBe("50 of 50,000 deliveries; use --limit N to show more.\n");
  });
});
