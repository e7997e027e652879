import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { emptyFilter } from "../../src/model/filter.ts";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { openDeliveryReader } from "../../src/store/sqlite/deliveries/delivery-reader.ts";
import { listeningUrl, makeCliHome, runInProcess, startCli } from "../support/cli.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { programFile } from "../support/program.ts";
import { openScreen } from "../support/screen/open-screen.ts";

const { home, dataDir, configFile, remove } = makeCliHome();
afterAll(remove);

const day = 86_400_000;

function prune(...args: readonly string[]) {
  return runInProcess(["deliveries", "prune", ...args], { home });
}

async function left(): Promise<number> {
  const reader = openDeliveryReader(dataDir);
  try {
    return await reader.count(emptyFilter);
  } finally {
    await reader.close();
  }
}

function configure(text: string): void {
  mkdirSync(dirname(configFile), { recursive: true });
  writeFileSync(configFile, text);
}

/** Creates a log with deliveries of 40, 20 and 1 days ago, without configuration. */
beforeEach(async () => {
  configure("{}");
  const log = await openDeliveryLog(dataDir);
  await log.prune({ beforeMs: Number.MAX_SAFE_INTEGER, maxBytes: null });
  for (const age of [40, 20, 1]) await log.append(newDelivery({ receivedAtMs: Date.now() - age * day }));
  await log.close();
});

describe("deliveries prune", () => {
  it("needs --yes without a terminal", async () => {
    const { code, stdout, stderr } = await prune();
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(
      "error: no delivery was deleted (there is no terminal to ask on). Add --yes to delete without asking, or --dry-run to count them.\n",
    );
    expect(await left()).toBe(3);
  });

  it("prunes by the configuration, else to 30 days", async () => {
    expect(await prune("--yes")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^1 delivery \(\d+ bytes\) deleted\n$/),
    });
    configure("deliveries: {keepDays: 10}");
    await prune("-y");
    expect(await left()).toBe(1);
  });

  it("goes by its options alone where there are some", async () => {
    expect(await prune("--older-than", "10d", "-y", "--format", "json")).toMatchObject({ code: 0 });
    expect(await left()).toBe(1);
    await prune("--keep", "1GiB", "-y");
    expect(await left()).toBe(1);
    await prune("--keep", "0", "-y");
    expect(await left()).toBe(0);
  });

  it("--dry-run prints what would be deleted in the chosen format, and deletes nothing", async () => {
    expect((await prune("--older-than", "10d", "--dry-run")).stdout).toMatch(
      /^2 deliveries \([\d,]+ bytes\) would be deleted\n$/,
    );
    expect(JSON.parse((await prune("--dry-run", "--format", "json")).stdout)).toEqual({
      deliveries: 1,
      bytes: expect.any(Number),
      dryRun: true,
    });
    expect(await left()).toBe(3);
  });

  it("has nothing to go by where all is kept for ever", async () => {
    configure("deliveries: {keepDays: 0, keepBytes: 0}");
    const { code, stderr } = await prune("-y");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: there is no age or size to prune to .*--older-than 30d/);
    expect(await left()).toBe(3);
  });

  it.each([
    [["--older-than", "soon"], '"soon" is not a value for --older-than'],
    [["--keep", "much"], '"much" is not a value for --keep'],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await prune(...args, "-y");
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(await left()).toBe(3);
  });

  it("lets a running receiver prune, which also prunes by its configuration", async () => {
    configure('deliveries: {keepDays: 30, keepBytes: "1GiB"}');
    const receiver = startCli(["receive", "--port", "0"], { home });
    try {
      await listeningUrl(receiver);
      await expect.poll(left).toBe(2);
      expect((await prune("--older-than", "10d", "-y")).stdout).toMatch(/^1 delivery /);
      expect(await left()).toBe(1);
    } finally {
      receiver.child.kill("SIGTERM");
      await receiver.ended;
    }
  });
});

describe("deliveries prune on a terminal", () => {
  const asked = () =>
    openScreen(["node", programFile(), "deliveries", "prune", "--older-than", "10d", "--data-dir", dataDir], {
      columns: 120,
    });

  it("says how many would go, and takes anything but yes for a no", async () => {
    const screen = await asked();
    await screen.waitFor(/Permanently delete 2 deliveries \([\d,]+ bytes\)\? \[y\/N\]/);
    screen.press("enter");
    expect(await screen.exit).toEqual({ code: 1, signal: null });
    expect(screen.text()).toContain("Nothing was deleted.");
    expect(await left()).toBe(3);
  });

  it("removes them after a y", async () => {
    const screen = await asked();
    await screen.waitFor("[y/N]");
    screen.press("y", "enter");
    expect(await screen.exit).toEqual({ code: 0, signal: null });
    expect(await left()).toBe(1);
  });
});
