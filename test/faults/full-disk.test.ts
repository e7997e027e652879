import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { makeCliHome, runCli } from "../support/cli.ts";
import { type ReceiveProcess, startReceive } from "../support/receive-process.ts";
import { canMount, mountDisk, sizeOf } from "./faulty-disk.ts";

const payload = (): unknown => ({
  event: { action: "update", scope: "repo" },
  filler: randomBytes(40_000).toString("base64"),
});

/**
 * Floods the receiver until each of some senders is refused.
 * @returns the number of acknowledged deliveries
 */
async function fill(receiver: ReceiveProcess): Promise<number> {
  const url = `${await receiver.url()}/webhooks/inbox`;
  let acknowledged = 0;
  async function send(): Promise<void> {
    for (;;) {
      const response = await fetch(url, { method: "POST", body: JSON.stringify(payload()) });
      await response.text();
      if (response.status === 503) {
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
        return;
      }
      expect(response.status).toBe(200);
      acknowledged += 1;
    }
  }
  await Promise.all(Array.from({ length: 8 }, send));
  return acknowledged;
}

async function isTaken(receiver: ReceiveProcess): Promise<boolean> {
  return (await receiver.post("inbox", { payload: payload() })).status === 200;
}

it.skipIf(!canMount)(
  "a full disk refuses deliveries, keeps what is stored readable, lets prune work, and is left by itself",
  async () => {
    const disk = mountDisk(40);
    const dataDir = join(disk.directory, "data");
    const ballast = join(disk.directory, "ballast");
    writeFileSync(ballast, Buffer.alloc(12 * 1024 * 1024));
    const at = makeCliHome();
    const cli = (...args: string[]) => runCli([...args, "--data-dir", dataDir], { home: at.home });
    const stored = async (): Promise<number> => {
      const { code, stdout, stderr } = await cli("deliveries", "ls", "--format", "quiet");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return stdout.trim().split("\n").length;
    };

    const receiver = startReceive(["--data-dir", dataDir], { at });
    const acknowledged = await fill(receiver);
    expect(acknowledged).toBeGreaterThan(100);
    expect(await stored()).toBe(acknowledged);
    const health = await fetch(`${await receiver.url()}/healthz`);
    expect([health.status, await health.text()]).toEqual([503, expect.stringContaining("full")]);
    expect(await (await fetch(await receiver.url())).text()).toContain("Deliveries cannot be stored");
    const doctor = await cli("doctor");
    expect(doctor.stdout).toMatch(/^fail {2}receiver .*stores no deliveries: .*full/m);
    await receiver.waitForLine(/deliveries are not stored: .*full/, "stderr");
    expect(sizeOf(join(dataDir, "reserve"))).toBe(4 * 1024 * 1024);

    const pruned = await cli("deliveries", "prune", "--keep", "4MB", "--yes");
    expect(pruned).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("deleted") });
    await receiver.waitForLine(/deliveries are stored again/, "stderr");
    expect(sizeOf(join(dataDir, "reserve"))).toBe(4 * 1024 * 1024);
    expect((await fetch(`${await receiver.url()}/healthz`)).status).toBe(200);
    expect(await isTaken(receiver)).toBe(true);

    // The receiver is killed on a full disk, and restarted there.
    const kept = (await stored()) + (await fill(receiver));
    receiver.child.kill("SIGKILL");
    await receiver.ended;
    expect(await stored()).toBe(kept);
    const again = startReceive(["--data-dir", dataDir], { at: { ...makeCliHome(), dataDir } });
    const { status } = await again.post("inbox", { payload: payload() });
    expect(await stored()).toBe(status === 200 ? kept + 1 : kept);
    rmSync(ballast);
    await vi.waitUntil(() => isTaken(again), { timeout: 30_000, interval: 200 });
  },
  120_000,
);

it.skipIf(!canMount)(
  "a receiver starts on a full disk, says that it stores nothing, and goes on when there is room",
  async () => {
    const disk = mountDisk(40);
    const dataDir = join(disk.directory, "data");
    const ballast = join(disk.directory, "ballast");
    const at = makeCliHome();
    const first = startReceive(["--data-dir", dataDir], { at });
    expect(await isTaken(first)).toBe(true);
    first.child.kill("SIGTERM");
    await first.ended;
    // Fills the rest of the disk.
    expect(() => writeFileSync(ballast, Buffer.alloc(41 * 1024 * 1024))).toThrow("ENOSPC");

    const cli = await runCli(["deliveries", "ls", "--format", "quiet", "--data-dir", dataDir], {
      home: at.home,
    });
    expect(cli).toMatchObject({ code: 0, stdout: "1\n", stderr: "" });
    const receiver = startReceive(["--data-dir", dataDir], { at: { ...makeCliHome(), dataDir } });
    expect(await isTaken(receiver)).toBe(false);
    expect((await fetch(`${await receiver.url()}/healthz`)).status).toBe(503);
    expect((await (await receiver.control()).state()).storing).toMatchObject({ ok: false });
    rmSync(ballast);
    await vi.waitUntil(() => isTaken(receiver), { timeout: 10_000 });
    expect((await (await receiver.control()).state()).storing).toEqual({ ok: true });
    expect(sizeOf(join(dataDir, "reserve"))).toBe(4 * 1024 * 1024);
  },
  60_000,
);
