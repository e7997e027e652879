import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OpenAppOptions } from "../support/app/open-app.ts";
import { openApp, startApp } from "../support/app/open-app.ts";
import { hostileStrings } from "../support/hostile-text.ts";
import { processesIn } from "../support/screen/left-behind.ts";
import type { ProcessScreen } from "../support/screen/screen.ts";

const throwOnSignal = join(import.meta.dirname, "..", "support", "programs", "throw-on-signal.mjs");

/** Expects the restored terminal, and no process of the app. */
async function expectGivenBack(screen: ProcessScreen): Promise<void> {
  expect(screen.alternate).toBe(false);
  expect(screen.cursor.visible).toBe(true);
  expect(screen.modes).toMatchObject({
    bracketedPasteMode: false,
    mouseTrackingMode: "none",
    wraparoundMode: true,
  });
  // The engine exits with the app, possibly a moment later.
  await expect.poll(() => processesIn(screen.home)).toEqual([]);
}

async function openSomeState(options: OpenAppOptions = {}): Promise<ProcessScreen> {
  const { screen } = await openApp(options);
  expect(screen.modes).toMatchObject({
    bracketedPasteMode: true,
    mouseTrackingMode: "drag",
    wraparoundMode: false,
  });
  expect(await processesIn(screen.home)).toHaveLength(process.platform === "linux" ? 2 : 0);
  screen.press("c");
  await screen.waitFor("Create a webhook");
  screen.type("half typed");
  await screen.waitFor("half typed");
  return screen;
}

describe("restores the terminal and leaves no process behind", () => {
  it("after q, with exit code 0", async () => {
    const { screen } = await openApp();
    screen.press("q");
    expect(await screen.exit).toEqual({ code: 0, signal: null });
    await expectGivenBack(screen);
    expect(screen.text()).toBe("");
  });

  it("after Ctrl+C, also in a changed form, with exit code 130", async () => {
    const screen = await openSomeState();
    screen.press("ctrl+c");
    expect(await screen.exit).toEqual({ code: 130, signal: null });
    await expectGivenBack(screen);
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("after %s, with %i", async (signal, code) => {
    const screen = await openSomeState();
    screen.signal(signal);
    expect(await screen.exit).toEqual({ code, signal: null });
    await expectGivenBack(screen);
  });

  it("after the terminal is closed", async () => {
    const screen = await openSomeState();
    screen.hangUp();
    await screen.exit;
    await expect.poll(() => processesIn(screen.home)).toEqual([]);
  });

  it("after kill -9: the engine exits", async () => {
    const screen = await openSomeState();
    screen.signal("SIGKILL");
    await screen.exit;
    await expect.poll(() => processesIn(screen.home)).toEqual([]);
  });
});

describe("an unexpected error", () => {
  const env = { NODE_OPTIONS: `--import=${throwOnSignal}` };

  it("is printed in one line on the normal screen, with exit code 70 and the path of the log", async () => {
    const screen = await openSomeState({ env: { ...env, THROWN_MESSAGE: "the widget is undefined" } });
    screen.signal("SIGUSR2");
    expect(await screen.exit).toEqual({ code: 70, signal: null });
    await expectGivenBack(screen);
    const log = join(screen.home, ".local", "state", "hooklens", "hooklens.log");
    expect(screen.text().replaceAll("\n", "")).toBe(
      `error: the widget is undefined (a bug; details in ${log})`,
    );
  });

  it("is printed without control characters", async () => {
    const message = hostileStrings
      .map(({ text }) => text.replaceAll(/[\0\n\r]/g, ""))
      .join(" ")
      .toWellFormed();
    const screen = await openSomeState({ env: { ...env, THROWN_MESSAGE: message } });
    const before = screen.raw.length;
    screen.signal("SIGUSR2");
    expect(await screen.exit).toEqual({ code: 70, signal: null });
    await expectGivenBack(screen);
    const [line = ""] = screen.raw.slice(screen.raw.indexOf("error: ", before)).split("\r\n");
    expect(line).toMatch(/^error: ␛\]8;;[^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+$/u);
  });
});

it("refuses a dumb terminal in one line, with exit code 2", async () => {
  const screen = await startApp({ env: { TERM: "dumb" }, columns: 200 });
  expect(await screen.exit).toEqual({ code: 2, signal: null });
  expect(screen.text().trim()).toBe(
    "error: the app cannot draw on this terminal (TERM is dumb). Set TERM to the terminal's type, such as xterm-256color, or run a command such as hooklens webhooks ls.",
  );
});
