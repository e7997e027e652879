import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  createLogReader,
  createLogWriter,
  lastLines,
  type LogEvent,
} from "../../../src/localhub/jobs/job-log.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

function newLog(secrets: readonly string[] = []) {
  const directory = freshDataDir("log");
  mkdirSync(directory);
  let changes = 0;
  const unfinished: string[] = [];
  const writer = createLogWriter(
    directory,
    (line) => (line === null ? (changes += 1) : unfinished.push(line.data)),
    secrets,
  );
  onTestFinished(() => writer.close());
  return { directory, writer, reader: createLogReader(directory), changes: () => changes, unfinished };
}

async function read(reader: ReturnType<typeof createLogReader>): Promise<readonly LogEvent[]> {
  const events: LogEvent[] = [];
  for await (const part of reader.more()) events.push(...part);
  return events;
}

const texts = (events: readonly LogEvent[]): readonly string[] => events.map(({ data }) => data);

test("lines are read as written, with their times, at any chunk boundaries", async () => {
  const { writer, reader, changes } = newLog();
  const bytes = Buffer.from("one\nzwei ü 日本\r\n\nlast without an end");
  for (const byte of bytes) await writer.write(Uint8Array.of(byte));
  expect(texts(await read(reader))).toEqual(["one", "zwei ü 日本", ""]);
  expect(changes()).toBe(3);
  await writer.close();
  const [last, ...more] = await read(reader);
  expect(last?.data).toBe("last without an end");
  expect(new Date(last?.timestamp ?? "").toISOString()).toBe(last?.timestamp);
  expect(more).toEqual([]);
});

test("invalid UTF-8, NUL and escapes pass through; only a line end ends a line", async () => {
  const { writer, reader } = newLog();
  await writer.write(Buffer.from([0x61, 0xff, 0x00, 0x1b, 0x5b, 0x0d, 0x62, 0x0a]));
  expect(texts(await read(reader))).toEqual(["a\ufffd\0\u{1b}[\rb"]);
});

test("a reader at the end continues from there", async () => {
  const { writer, reader } = newLog();
  await writer.note("first");
  expect(texts(await read(reader))).toEqual(["first"]);
  expect(await read(reader)).toEqual([]);
  await writer.note("second");
  expect(texts(await read(reader))).toEqual(["second"]);
});

test("an unfinished line is announced as a terminal shows it, and without secrets", async () => {
  const { writer, unfinished, reader } = newLog(["job-kept-Secret-77"]);
  await writer.write(Buffer.from("  0%\r 50% job-kept-Secret-77\r"));
  await expect.poll(() => unfinished).toEqual([" 50% [redacted]"]);
  await writer.write(Buffer.from("100% job-kept-Sec"));
  await expect.poll(() => unfinished.at(-1)).toBe("100% [redacted]");
  await writer.write(Buffer.from("onds\nnext"));
  await expect.poll(() => unfinished.slice(2)).toEqual(["next"]);
  expect(texts(await read(reader))).toEqual(["  0%\r 50% [redacted]\r100% job-kept-Seconds"]);
});

test("a long progress bar stays one line", async () => {
  const { writer, reader } = newLog();
  for (let n = 0; n <= 20_000; n++) await writer.write(Buffer.from(`\rstep ${n}`));
  await writer.close();
  const [line = "", ...more] = texts(await read(reader));
  expect(more).toEqual([]);
  expect(line.length).toBeLessThan(17_000);
  expect(line).toMatch(/\rstep 19999\rstep 20000$/);
});

test("a line without an end is cut at the limit", async () => {
  const { writer, reader } = newLog();
  for (let n = 0; n < 10; n++) await writer.write(Buffer.alloc(10_000, "x"));
  await writer.close();
  const lines = texts(await read(reader));
  expect(lines.join("")).toBe("x".repeat(100_000));
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(26_384);
});

test("the beginning and the end of a long output are kept, with the omitted size between them", async () => {
  const { directory, writer, reader } = newLog();
  const lines = 300_000;
  const width = 75;
  for (let n = 0; n < lines; n += 500) {
    const some = Array.from({ length: 500 }, (_, k) => `${String(n + k).padEnd(width, ".")}\n`);
    await writer.write(Buffer.from(some.join("")));
  }
  await writer.close();
  const sizes = readdirSync(directory).map((name) => statSync(join(directory, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10_500_000);

  const got = texts(await read(reader));
  const gap = got.findIndex((line) => line.startsWith("====="));
  expect(got[gap]).toMatch(/^===== about \d+ MB of output omitted =====$/);
  const numbers = got.toSpliced(gap, 1).map((line) => Number.parseInt(line, 10));
  expect(numbers.slice(0, gap)).toEqual(Array.from({ length: gap }, (_, n) => n));
  const end = numbers.slice(gap);
  expect(end).toEqual(Array.from({ length: end.length }, (_, n) => lines - end.length + n));
  expect(gap).toBeGreaterThan(40_000);
  expect(end.length).toBeGreaterThan(35_000);
});

test("a reader that is overtaken by dropped segments continues with the rest", async () => {
  const { writer, reader } = newLog();
  await writer.note("begin");
  await read(reader);
  const block = Buffer.from(`${"y".repeat(999)}\n`.repeat(64));
  for (let n = 0; n < 250; n++) await writer.write(block);
  await writer.note("end");
  const lines = texts(await read(reader));
  expect(lines.filter((line) => line.startsWith("====="))).toHaveLength(1);
  expect(lines.at(-1)).toBe("end");
});

test("the last lines are returned, none of an empty log", async () => {
  const { directory, writer } = newLog();
  for (let n = 0; n < 10; n++) await writer.note(String(n));
  expect(texts(await lastLines(createLogReader(directory), 3))).toEqual(["7", "8", "9"]);
  expect(await lastLines(createLogReader(directory), 0)).toEqual([]);
  expect(await lastLines(createLogReader(join(directory, "none")), 3)).toEqual([]);
});

test("a secret is never written, at any chunk boundaries, also in cut lines", async () => {
  const secret = "job-kept-Secret-77";
  const { writer, reader } = newLog([secret]);
  for (const byte of Buffer.from(`SECRET=${secret}\n${Buffer.from(secret).toString("hex")}\n`)) {
    await writer.write(Uint8Array.of(byte));
  }
  expect(texts(await read(reader))).toEqual(["SECRET=[redacted]", "[redacted]"]);

  // Covers all positions around the one where a line is cut.
  const unit = `${secret}${"x".repeat(101)}`;
  for (let shift = 0; shift < unit.length; shift += 7) {
    const { writer, reader } = newLog([secret]);
    await writer.write(Buffer.from("y".repeat(shift) + unit.repeat(1_000)));
    await writer.close();
    const written = texts(await read(reader));
    expect(written.length).toBeGreaterThan(3);
    expect(written.join("")).toBe("y".repeat(shift) + unit.replace(secret, "[redacted]").repeat(1_000));
  }
});
