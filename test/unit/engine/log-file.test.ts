import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logFilePath, openLogFile } from "../../../src/engine/log-file.ts";
import { hideSecrets } from "../../../src/text/redact.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

const freshPath = (): string => join(freshDataDir("state"), "hooklens.log");

describe("the log file", () => {
  test("is created with its directory, for its owner only, with time, process and level in each entry", () => {
    const path = freshPath();
    openLogFile({ path }).warn("the default port is taken");
    expect(readFileSync(path, "utf8")).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z ${process.pid} warn the default port is taken\\n$`),
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("omits entries below its level", () => {
    const path = freshPath();
    const log = openLogFile({ path, level: "warn" });
    log.debug("a");
    log.info("b");
    expect(existsSync(path)).toBe(false);
    log.error("c");
    expect(readFileSync(path, "utf8")).toContain("error c");
  });

  test("contains no hidden secret, nor the rest of a longer one", () => {
    const path = freshPath();
    const log = openLogFile({ path });
    hideSecrets(["hunter-2", "hunter-2 is long", "", null]);
    log.info("sent hunter-2 is long and hunter-2");
    expect(readFileSync(path, "utf8")).toContain("sent [redacted] and [redacted]\n");
  });

  test("keeps three files of at most 5 MB and drops the oldest", () => {
    const path = freshPath();
    const log = openLogFile({ path });
    for (const name of ["first", "second", "third", "fourth"]) {
      log.info(name);
      writeFileSync(path, readFileSync(path, "utf8") + "x".repeat(5 * 1024 * 1024));
    }
    log.info("fifth");
    expect(readFileSync(path, "utf8")).toContain("fifth");
    expect(readFileSync(`${path}.1`, "utf8")).toContain("fourth");
    expect(readFileSync(`${path}.2`, "utf8")).toContain("third");
    expect(existsSync(`${path}.3`)).toBe(false);
  });

  test("a directory that cannot be created drops the entry without an error", () => {
    const file = freshPath();
    openLogFile({ path: file }).info("there");
    expect(() => openLogFile({ path: join(file, "below", "a", "file.log") }).error("lost")).not.toThrow();
    expect(readFileSync(file, "utf8")).not.toContain("lost");
  });

  test("is in XDG_STATE_HOME, or in the home directory if that is unset or relative", () => {
    expect(logFilePath({ XDG_STATE_HOME: "/state", HOME: "/home/me" })).toBe("/state/hooklens/hooklens.log");
    const fallback = "/home/me/.local/state/hooklens/hooklens.log";
    expect(logFilePath({ HOME: "/home/me" })).toBe(fallback);
    expect(logFilePath({ XDG_STATE_HOME: "state", HOME: "/home/me" })).toBe(fallback);
  });
});
