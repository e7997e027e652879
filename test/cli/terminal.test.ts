import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deliveryLine } from "../../src/exports/delivery-line.ts";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { programFile } from "../support/program.ts";
import { openScreen } from "../support/screen/open-screen.ts";
import type { ScreenOptions } from "../support/screen/screen.ts";
import { deliveryDetail } from "../unit/exports/deliveries.ts";

const { home, dataDir, remove } = makeCliHome();
afterAll(remove);

const url = "https://example.org/a/path/that/is/long/enough/to/be/cut/in/a/narrow/window";
const createArgs = ["webhooks", "create", "--url", url, "--watch", "dataset:me/corpus"];

/** Starts the program on a terminal, with the data directory of `runCli` in this file. */
function onTerminal(args: readonly string[], options: ScreenOptions = {}) {
  return openScreen(["node", programFile(), ...args, "--data-dir", dataDir], options);
}

async function ids(): Promise<readonly string[]> {
  const { stdout } = await runInProcess(["webhooks", "ls", "--format", "quiet"], { home });
  return stdout.split("\n").filter(Boolean);
}

async function create(): Promise<string> {
  return (await runInProcess([...createArgs, "--format", "quiet"], { home })).stdout.trim();
}

describe("deleting a webhook on a terminal", () => {
  let id = "";
  beforeEach(async () => {
    id = await create();
  });

  it.each([
    ["Enter", ["enter"]],
    ["n", ["n", "enter"]],
    ["anything else", ["x", "enter"]],
    ["the end of input", ["ctrl+d"]],
  ])("names it, and takes %s for a no", async (_, keys) => {
    const screen = await onTerminal(["webhooks", "delete", id], { columns: 240 });
    await screen.waitFor(
      `Permanently delete webhook ${id} (${url}, watching dataset:me/corpus) from the local hub`,
    );
    await screen.waitFor("[y/N]");
    screen.press(...keys);
    expect(await screen.exit).toEqual({ code: 1, signal: null });
    expect(screen.text()).toContain("Nothing was deleted.");
    expect(await ids()).toContain(id);
  });

  it("deletes it after a y", async () => {
    const screen = await onTerminal(["webhooks", "delete", id]);
    await screen.waitFor("[y/N]");
    screen.press("y", "enter");
    expect(await screen.exit).toEqual({ code: 0, signal: null });
    expect(await ids()).not.toContain(id);
  });

  it("ends with 130 at Ctrl+C, and deletes nothing", async () => {
    const screen = await onTerminal(["webhooks", "delete", id]);
    await screen.waitFor("[y/N]");
    screen.press("ctrl+c");
    expect(await screen.exit).toEqual({ code: 130, signal: null });
    expect(await ids()).toContain(id);
  });
});

describe("a secret typed on a terminal", () => {
  it("is taken and never shown", async () => {
    const screen = await onTerminal([...createArgs, "--secret", "-", "--format", "json"]);
    await screen.waitFor("Secret:");
    screen.type("typed-secret\n");
    expect(await screen.exit).toEqual({ code: 0, signal: null });
    expect(screen.text()).toContain('"secretSet": true');
    expect(screen.raw).not.toContain("typed-secret");
  });
});

describe("a table on a terminal", () => {
  beforeAll(create);

  it("is no wider than the window, and colors the status", async () => {
    const screen = await onTerminal(["webhooks", "ls"], { columns: 80 });
    expect(await screen.exit).toEqual({ code: 0, signal: null });
    const row = screen.row(/^[0-9a-f]{24} {2}https:\/\/\S+… {2}enabled/);
    expect(row).toBeGreaterThan(0);
    expect(screen.line(row + 1)).toMatch(/^([0-9a-f]{24} |$)/);
    expect(screen.cell(screen.line(row).indexOf("enabled"), row)).toMatchObject({ fg: "green" });
  });

  it.each([
    ["NO_COLOR", [], { NO_COLOR: "1" }],
    ["--no-color", ["--no-color"], {}],
    ["a dumb terminal", [], { TERM: "dumb" }],
  ])("has no colors with %s", async (_, args, env) => {
    const screen = await onTerminal(["webhooks", "ls", ...args], { env });
    await screen.exit;
    expect(screen.text()).toContain("enabled");
    expect(screen.raw).not.toContain("\u001b[");
  });
});

describe("a raw body on a terminal", () => {
  it("is shown, and sends it no control sequence; a binary one is refused", async () => {
    const file = join(home, "hostile.ndjson");
    const bodies = ['{"a":"\u001b]0;title\u0007\u202e"}', Buffer.from([0x1b, 0xff])];
    const lines = bodies.map((body, index) =>
      deliveryLine(deliveryDetail({ seq: index + 1, body: Buffer.from(body) })),
    );
    writeFileSync(file, `${lines.join("\n")}\n`);
    expect((await runInProcess(["deliveries", "import", file], { home })).code).toBe(0);

    const text = await onTerminal(["deliveries", "show", "1", "--raw"]);
    expect(await text.exit).toEqual({ code: 0, signal: null });
    expect(text.text()).toContain('{"a":"␛]0;title');
    expect(text.raw).not.toMatch(/\u001b\]|\u202e/);
    const binary = await onTerminal(["deliveries", "show", "2", "--raw"], { columns: 200 });
    expect(await binary.exit).toEqual({ code: 2, signal: null });
    expect(binary.text()).toContain("the body of delivery 2 is not printed on a terminal (it is binary)");
  });
});
