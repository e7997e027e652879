import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { type CliHome, makeCliHome, runInProcess } from "../support/cli.ts";
import { postMany } from "../support/load.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { startReceive } from "../support/receive-process.ts";
import { onRelease, shared } from "../support/shared.ts";
import { flipByte, overwrite } from "./faulty-disk.ts";

const pageBytes = 8192;

/** Creates the body of a delivery, which identifies it. */
const bodyOf = (id: number, filler: number): string =>
  JSON.stringify({ event: { action: "update", scope: "repo" }, id, filler: "x".repeat(filler) });

/** Creates a home with a closed log of a number of deliveries. */
async function homeWithLog(count: number, filler = 500): Promise<CliHome> {
  const at = makeCliHome();
  mkdirSync(at.dataDir, { recursive: true });
  const log = await openDeliveryLog(at.dataDir);
  const bodies = Array.from({ length: count }, (_, id) => new TextEncoder().encode(bodyOf(id, filler)));
  await Promise.all(bodies.map((body) => log.append(newDelivery({ body, bytes: body.byteLength }))));
  await log.close();
  return at;
}

/** Creates a home with the log of a receiver that was killed after a number of deliveries. */
async function homeOfKilled(count: number): Promise<CliHome> {
  const at = makeCliHome();
  const receiver = startReceive([], { at: { ...at, remove: () => undefined } });
  const { port } = new URL(await receiver.url());
  const makeBody = (id: number): string => bodyOf(id, 500);
  const taken = await postMany({ port: Number(port), secret: null, connections: 4, count, makeBody });
  expect(taken).toHaveLength(count);
  receiver.child.kill("SIGKILL");
  await receiver.ended;
  return at;
}

async function rowsIn({ home }: CliHome): Promise<readonly { readonly seq: number }[]> {
  const { code, stdout, stderr } = await runInProcess(["deliveries", "ls", "--format", "json"], { home });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as readonly { seq: number }[];
}

const setAsideIn = (at: CliHome): readonly string[] =>
  readdirSync(at.dataDir).filter((name) => /\.damaged-.*\.db$/.test(name));

/**
 * Starts a receiver on a damaged log.
 * @returns the numbers of recovered and of missing deliveries, and the seq of the next one
 */
async function restart(at: CliHome) {
  const receiver = startReceive([], { at });
  expect((await receiver.post("inbox")).status).toBe(200);
  const [, recovered = "", missing = "", next = ""] = await receiver.waitForLine(
    /([\d,]+) deliver(?:y was|ies were) recovered, (.+); new ones continue at (\d+)/,
    "stderr",
  );
  const number = (text: string): number => Number(text.replaceAll(",", ""));
  return {
    receiver,
    recovered: number(recovered),
    missing: number(/[\d,]+/.exec(missing)?.[0] ?? ""),
    next: Number(next),
  };
}

describe("a log of 2,000 deliveries", () => {
  const whole = shared(async () => {
    const at = await homeWithLog(2000);
    onRelease(at.remove);
    return at;
  });

  /** Creates a home with a copy of the log. */
  function homeWithCopy(): CliHome {
    const at = makeCliHome();
    cpSync(whole().dataDir, at.dataDir, { recursive: true });
    return at;
  }

  it("with one byte of a page inverted loses what was on that page, says so, and gives no number twice", async () => {
    const at = homeWithCopy();
    const file = join(at.dataDir, "deliveries.db");
    flipByte(file, Math.floor(statSync(file).size / pageBytes / 2) * pageBytes);
    const { recovered, missing, next } = await restart(at);
    expect(recovered + missing).toBe(2000);
    expect(recovered).toBeGreaterThan(1900);
    expect(next).toBe(2001);
    const rows = await rowsIn(at);
    expect(rows.length).toBe(recovered + 1);
    expect(rows[0]).toMatchObject({ seq: 2001 });
    expect(setAsideIn(at)).toHaveLength(1);
    const doctor = await runInProcess(["doctor"], { home: at.home });
    expect(doctor.stdout).toContain(
      `hooklens deliveries import ${join(at.dataDir, setAsideIn(at)[0] ?? "")}`,
    );
  }, 60_000);

  it("cut off in the middle keeps what can still be read, and never gives the numbers behind it again", async () => {
    const at = homeWithCopy();
    const file = join(at.dataDir, "deliveries.db");
    truncateSync(file, Math.floor(statSync(file).size / pageBytes / 2) * pageBytes + 100);
    const { recovered, next } = await restart(at);
    expect(recovered).toBeGreaterThan(500);
    expect(next).toBeGreaterThan(2000);
    expect((await rowsIn(at)).length).toBe(recovered + 1);
  }, 60_000);

  it("without its first page is set aside whole, and its numbers are not given again", async () => {
    const at = homeWithCopy();
    overwrite(join(at.dataDir, "deliveries.db"), 0, new Uint8Array(pageBytes));
    const ls = await runInProcess(["deliveries", "ls"], { home: at.home });
    expect(ls).toMatchObject({ code: 3, stdout: "" });
    const { recovered, next } = await restart(at);
    expect(recovered).toBe(0);
    expect(next).toBeGreaterThan(2000);
    expect(setAsideIn(at)).toHaveLength(1);
  }, 60_000);
});

it("a running receiver that meets damage ends with 3, and the next start recovers the rest", async () => {
  // The file is too large to be checked completely at the start, so a delivery finds the damage.
  const at = await homeWithLog(800, 50_000);
  const first = startReceive([], { at: { ...at, remove: () => undefined } });
  await first.url();
  const file = join(at.dataDir, "deliveries.db");
  const { size } = statSync(file);
  overwrite(file, size / 2, Buffer.alloc(size / 2, 0xa5));
  expect((await first.post("inbox")).status).toBe(503);
  expect(await first.ended).toMatchObject({ code: 3, stderr: expect.stringContaining("malformed") });
  const { recovered, next } = await restart(at);
  expect(recovered).toBeGreaterThan(300);
  expect(next).toBeGreaterThan(800);
}, 60_000);

it("a log that was put beside the WAL of another is not mixed with it: both are kept, and both can be read", async () => {
  const other = await homeWithLog(3);
  const at = await homeOfKilled(40);
  // Some pages are only in the file, some only in the WAL.
  expect(statSync(join(at.dataDir, "deliveries.db-wal")).size).toBeGreaterThan(0);
  rmSync(join(at.dataDir, "deliveries.db-shm"));
  copyFileSync(join(other.dataDir, "deliveries.db"), join(at.dataDir, "deliveries.db"));
  other.remove();

  const receiver = startReceive([], { at });
  await receiver.waitForLine(/belong to different logs: both were set aside/, "stderr");
  expect((await receiver.post("inbox")).status).toBe(200);
  const apart = setAsideIn(at).find((name) => name.endsWith("-2.db")) ?? "none";
  const imported = await runInProcess(["deliveries", "import", join(at.dataDir, apart)], { home: at.home });
  expect(imported).toMatchObject({ code: 0, stdout: "imported 3, skipped 0, unreadable 0\n" });
  // Every page of such a small log is in the WAL, so nothing was lost with the file.
  expect((await rowsIn(at)).length).toBe(40 + 1 + 3);
}, 60_000);

it("one damaged byte of the WAL hides what is behind it: the next start says so and gives no number twice", async () => {
  const at = await homeOfKilled(40);
  const wal = join(at.dataDir, "deliveries.db-wal");
  rmSync(join(at.dataDir, "deliveries.db-shm"));
  const frames = Math.floor((statSync(wal).size - 32) / (24 + pageBytes));
  flipByte(wal, 32 + Math.floor(frames / 2) * (24 + pageBytes) + 3000);
  const receiver = startReceive([], { at });
  const [, lost = ""] = await receiver.waitForLine(
    /(\d+) deliver(?:y|ies) after \d+ (?:is|are) missing/,
    "stderr",
  );
  expect((await receiver.post("inbox")).status).toBe(200);
  const seqs = (await rowsIn(at)).map(({ seq }) => seq);
  expect(seqs).toHaveLength(40 - Number(lost) + 1);
  expect(Math.max(...seqs)).toBe(41);
}, 60_000);

it("a log that is deleted under a running receiver gets no 2xx more, and the next start has what it held", async () => {
  const at = makeCliHome();
  const first = startReceive([], { at: { ...at, remove: () => undefined } });
  expect((await first.post("inbox")).status).toBe(200);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(join(at.dataDir, `deliveries.db${suffix}`));
  expect((await first.post("inbox")).status).toBe(503);
  expect(await first.ended).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("was deleted or moved away"),
  });
  const { recovered, missing, next } = await restart(at);
  expect({ recovered, missing, next }).toEqual({ recovered: 1, missing: 0, next: 2 });
}, 60_000);
