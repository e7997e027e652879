import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/engine/stores.ts";
import type { Locks } from "../../src/store/store.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

const entry = join(import.meta.dirname, "lock-entry.ts");

/** Tests of the locks of every store. @param store a value of `--store` */
export function locksContract(store: string): void {
  const locksOf = async (dataDir: string): Promise<Locks> => (await openStore({ dataDir, store })).locks;

  /** Process that tries to take a lock, and keeps it if it succeeds. */
  async function holder(
    dataDir: string,
    name: string,
  ): Promise<{ child: ChildProcessWithoutNullStreams; said: string }> {
    const child = spawn(process.execPath, [entry, dataDir, store, name]);
    onTestFinished(() => void child.kill("SIGKILL"));
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    return { child, said: line.toString().trim() };
  }

  describe(`the locks of ${store}`, () => {
    test("a lock belongs to one process until that releases it", async () => {
      const dataDir = freshDataDir();
      const locks = await locksOf(dataDir);
      const lease = await locks.take("hub");
      expect(lease).not.toBeNull();
      expect(await locks.take("hub")).toBeNull();
      expect(await (await locksOf(dataDir)).take("hub")).toBeNull();
      expect((await holder(dataDir, "hub")).said).toBe("held");
      expect((await holder(dataDir, "receiver")).said).toBe("taken");
      await lease?.release();
      await lease?.release();
      expect((await holder(dataDir, "hub")).said).toBe("taken");
    });

    test("isHeld reports a held lock, and leaves a free one free", async () => {
      const dataDir = freshDataDir();
      const locks = await locksOf(dataDir);
      expect(await locks.isHeld("hub")).toBe(false);
      expect(existsSync(dataDir)).toBe(false);
      const lease = await locks.take("hub");
      expect(await locks.isHeld("hub")).toBe(true);
      expect(await locks.isHeld("receiver")).toBe(false);
      await lease?.release();
      expect(await locks.isHeld("hub")).toBe(false);
      expect((await holder(dataDir, "hub")).said).toBe("taken");
    });

    test.each(["SIGKILL", "SIGTERM"] as const)(
      "a lock is free after %s has ended its holder",
      async (signal) => {
        const dataDir = freshDataDir();
        const locks = await locksOf(dataDir);
        const { child, said } = await holder(dataDir, "hub");
        expect(said).toBe("taken");
        expect(await locks.take("hub")).toBeNull();
        child.kill(signal);
        await once(child, "exit");
        const lease = await locks.take("hub");
        expect(lease).not.toBeNull();
        await lease?.release();
      },
    );

    test("one of many simultaneous processes gets a lock", async () => {
      const dataDir = freshDataDir();
      const holders = await Promise.all(Array.from({ length: 6 }, () => holder(dataDir, "receiver")));
      expect(holders.filter(({ said }) => said === "taken")).toHaveLength(1);
    });

    test("an unusable data directory is an error, not a held lock", async () => {
      const dataDir = freshDataDir();
      writeFileSync(dataDir, "");
      await expect((await locksOf(dataDir)).take("hub")).rejects.toMatchObject({ code: "store-unwritable" });
    });
  });
}
