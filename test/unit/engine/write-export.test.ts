import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exportKinds } from "../../../src/engine/export/formats.ts";
import { writeExport } from "../../../src/engine/export/write-export.ts";
import type { DeliveryDetail } from "../../../src/model/delivery.ts";
import { detailOf } from "../../support/app/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

async function* deliveries(end?: Error): AsyncGenerator<DeliveryDetail> {
  yield detailOf(1, '{"n":1}');
  yield detailOf(2, '{"n":2}');
  if (end !== undefined) throw end;
}

function emptyDirectory(): string {
  const directory = freshDataDir("export");
  mkdirSync(directory, { recursive: true });
  return directory;
}

it("leaves no file on a full disk", async () => {
  const directory = emptyDirectory();
  const path = join(directory, "out");
  symlinkSync("/dev/full", `${path}.partial`);
  async function* many(): AsyncGenerator<DeliveryDetail> {
    for (let seq = 1; seq <= 1_000; seq += 1) yield detailOf(seq, JSON.stringify("a".repeat(1_000)));
  }
  await expect(writeExport(path, "ndjson", many(), { force: false })).rejects.toThrow("(the disk is full)");
  expect(readdirSync(directory)).toEqual([]);
});

describe.each(exportKinds)("an export as %s", (kind) => {
  it("appears under its name when it is complete", async () => {
    const directory = emptyDirectory();
    await writeExport(join(directory, "out"), kind, deliveries(), { force: false });
    expect(readdirSync(directory)).toEqual(["out"]);
  });

  it("leaves nothing if it is canceled, and keeps what is at its path", async () => {
    const directory = emptyDirectory();
    const canceled = writeExport(join(directory, "out"), kind, deliveries(new Error("canceled")), {
      force: false,
    });
    await expect(canceled).rejects.toThrow("canceled");
    expect(readdirSync(directory)).toEqual([]);
  });

  it("does not replace what exists, unless told to", async () => {
    const directory = emptyDirectory();
    const path = join(directory, "out");
    const old = kind === "curl" ? join(path, "old") : path;
    if (kind === "curl") mkdirSync(path);
    writeFileSync(old, "old");
    await expect(writeExport(path, kind, deliveries(), { force: false })).rejects.toThrow("it exists");
    expect(readFileSync(old, "utf8")).toBe("old");
    await writeExport(path, kind, deliveries(), { force: true });
    expect(
      kind === "curl" ? existsSync(join(path, "00000001.sh")) : readFileSync(path, "utf8") !== "old",
    ).toBe(true);
  });

  it("says in words why it was not written", async () => {
    const directory = emptyDirectory();
    writeFileSync(join(directory, "file"), "");
    await expect(
      writeExport(join(directory, "file", "out"), kind, deliveries(), { force: false }),
    ).rejects.toThrow("was not written (a part of its path is not a directory)");
  });
});
