import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { controlSocketPath } from "../../../src/engine/control/socket-path.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

describe("the path of the control socket", () => {
  test("is in the data directory", () => {
    expect(controlSocketPath("/data/hooklens")).toBe("/data/hooklens/receiver.sock");
  });

  test("is in a private directory, with a name per data directory, if it is too long for a socket", () => {
    const temporary = dirname(freshDataDir());
    const long = join("/data", "x".repeat(120));
    const path = controlSocketPath(long, temporary);
    expect(path.startsWith(temporary)).toBe(true);
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(controlSocketPath(long, temporary)).toBe(path);
    expect(controlSocketPath(`${long}y`, temporary)).not.toBe(path);
  });

  test("counts bytes, not characters", () => {
    const temporary = dirname(freshDataDir());
    const accented = join("/data", "é".repeat(60));
    expect(controlSocketPath(accented, temporary).startsWith(temporary)).toBe(true);
  });
});
