import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appendReceipt, claimPath } from "../../../src/policy-files/append-receipt.ts";
import { ReceiptsDamagedError, ReceiptsUnusableError } from "../../../src/policy-files/errors.ts";
import { type Receipt, receiptLine } from "../../../src/policy/seal/receipt.ts";
import { seal } from "../../../src/policy/seal/seal.ts";
import { verify } from "../../../src/policy/seal/verify.ts";
import { receiptsText, sealAll } from "../../support/policy/receipts.ts";
import { testNowMs, validPolicy } from "../../support/policy/valid-policy.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hooklens-receipts-"));
  path = join(folder, "policy.yaml.receipts.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function append(nowMs = testNowMs, jurisdiction = "EU"): Promise<Receipt> {
  return appendReceipt(path, join(folder, "keys"), (after) =>
    seal(validPolicy({ jurisdiction }), { ...after, nowMs }),
  );
}

/** How many receipts are in a file in which nothing is wrong. */
async function soundCount(): Promise<number> {
  const { receipts, findings, head } = await verify(readFileSync(path));
  expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(head).toEqual(receipts.at(-1));
  return receipts.length;
}

it("makes the file, and puts each receipt behind the one before", async () => {
  const first = await append();
  const second = await append();
  expect([first.prev, second.prev]).toEqual([null, first.id]);
  expect(readFileSync(path, "utf8")).toBe(receiptsText([first, second]));
  expect(readdirSync(folder)).toEqual(["policy.yaml.receipts.jsonl"]);
});

it("gives ten that append at once a turn each", async () => {
  const receipts = await Promise.all(
    Array.from({ length: 10 }, (_, index) => append(testNowMs, `EU-${index}`)),
  );
  expect(new Set(receipts.map(({ id }) => id)).size).toBe(10);
  expect(await soundCount()).toBe(10);
  expect(readdirSync(folder)).toHaveLength(1);
});

describe("after a crash", () => {
  it.each([
    ["before the line was written", 0],
    ["when half of it was", 700],
    ["when all of it was", Number.POSITIVE_INFINITY],
  ])("%s, the next one completes it", async (_, written) => {
    const first = await append();
    const lost = await seal(validPolicy(), { prev: first, nowMs: testNowMs });
    writeFileSync(claimPath(path, first.id), receiptLine(lost));
    appendFileSync(path, receiptLine(lost).slice(0, written));
    const next = await append();
    expect(next.prev).toBe(lost.id);
    expect(readFileSync(path, "utf8")).toBe(receiptsText([first, lost, next]));
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("a claim whose receipt was overtaken is worth nothing", async () => {
    const first = await append();
    const second = await append();
    const overtaken = await seal(validPolicy(), { prev: first, nowMs: testNowMs + 1 });
    writeFileSync(claimPath(path, first.id), receiptLine(overtaken));
    expect((await append()).prev).toBe(second.id);
    expect(await soundCount()).toBe(3);
  });

  it("an unclaimed incomplete line stays, and nothing is appended", async () => {
    await append();
    appendFileSync(path, '{"algorithm":"SHA3-256","chai');
    const before = readFileSync(path, "utf8");
    await expect(append()).rejects.toThrow("its last line is incomplete");
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  it("half a line that is not that of the claim stays too", async () => {
    const first = await append();
    const lost = await seal(validPolicy(), { prev: first, nowMs: testNowMs });
    writeFileSync(claimPath(path, first.id), receiptLine(lost));
    appendFileSync(path, "something else");
    await expect(append()).rejects.toThrow(ReceiptsDamagedError);
    expect(readFileSync(path, "utf8")).toBe(`${receiptLine(first)}something else`);
  });

  it("a claim that holds no receipt is said", async () => {
    const first = await append();
    writeFileSync(claimPath(path, first.id), "nonsense\n");
    await expect(append()).rejects.toThrow("does not contain a receipt");
  });
});

describe("nothing is appended to an invalid chain", () => {
  it("a chain with a receipt missing", async () => {
    const [a, , c] = await sealAll([validPolicy(), validPolicy(), validPolicy()]);
    writeFileSync(path, receiptsText([a!, c!]));
    await expect(append(testNowMs + 9000)).rejects.toThrow(/line 2: .* a receipt before it was dropped/);
    expect(readFileSync(path, "utf8")).toBe(receiptsText([a!, c!]));
  });

  it("a clock behind the last receipt", async () => {
    await append();
    await expect(append(testNowMs - 1)).rejects.toThrow("the clock says 2026-11-20T11:59:59.999Z");
    expect(await soundCount()).toBe(1);
  });

  it("a folder where the file should be", async () => {
    path = folder;
    await expect(append()).rejects.toThrow(ReceiptsUnusableError);
  });
});

it("processes killed while they append lose no reported receipt, and never fork the chain", async () => {
  const entry = fileURLToPath(new URL("append-entry.ts", import.meta.url));
  const told: string[] = [];
  for (let round = 1; round <= 3; round++) {
    const children = [1, 2, 3].map(() =>
      spawn(process.execPath, [entry, path], { stdio: ["ignore", "pipe", "inherit"] }),
    );
    await Promise.all(
      children.map(async (child, index) => {
        const closed = once(child, "close");
        let lines = 0;
        // The loop reads all that was printed before the kill, because each line was on the disk by then.
        for await (const id of createInterface({ input: child.stdout })) {
          if (id.length === 64) told.push(id);
          if (++lines === 2 + index) child.kill("SIGKILL");
        }
        await closed;
      }),
    );
  }
  const last = await append(Date.now());
  const { receipts } = await verify(readFileSync(path));
  const ids = receipts.map(({ id }) => id);
  expect(await soundCount()).toBeGreaterThanOrEqual(told.length + 1);
  expect(ids.at(-1)).toBe(last.id);
  expect(told.filter((id) => !ids.includes(id))).toEqual([]);
  expect(new Set(told).size).toBe(told.length);
}, 60_000);
