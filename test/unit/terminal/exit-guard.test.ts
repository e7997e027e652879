import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import { openScreen } from "../../support/screen/open-screen.ts";
import type { Screen } from "../../support/screen/screen.ts";

const program = fileURLToPath(new URL("../../support/programs/ink-app.ts", import.meta.url));

/**
 * Opens a shell that prints a line, runs the app, and then prints the exit code and the terminal's settings.
 */
async function openFromShell(env: Record<string, string> = {}): Promise<{ screen: Screen; pid: number }> {
  const script = `echo before; node ${program}; echo "after $?"; stty -a | grep -ow -e -icanon -e icanon`;
  const screen = await openScreen(["sh", "-c", script], { env });
  await screen.waitFor("ready");
  const pid = Number(/pid (\d+)/u.exec(screen.text())?.[1]);
  return { screen, pid };
}

/** Returns the text of the normal screen after the shell has ended, and the modes that are still on. */
async function leftOver(screen: Screen) {
  await screen.exit;
  return {
    text: screen.text(),
    alternate: screen.alternate,
    cursor: screen.cursor.visible,
    paste: screen.modes.bracketedPasteMode,
    mouse: screen.modes.mouseTrackingMode,
    left: screen.raw.split("\u001b[?1049l").length - 1,
  };
}

/** Returns the state of a restored terminal, with these lines between those of the shell. */
function givenBack(code: number, ...lines: string[]) {
  const text = ["before", ...lines, `after ${code}`, "icanon"].join("\n");
  return { text, alternate: false, cursor: true, paste: false, mouse: "none", left: 1 };
}

describe("the terminal is given back, with the line to read on the normal screen,", () => {
  it("from an app that had taken all of it", async () => {
    const { screen } = await openFromShell();
    expect(screen.alternate).toBe(true);
    expect(screen.cursor.visible).toBe(false);
    expect(screen.modes).toMatchObject({ bracketedPasteMode: true, mouseTrackingMode: "drag" });
  });

  test.each([
    ["quitting", "q", 0, ["bye"]],
    ["Ctrl+C", "ctrl+c", 130, []],
    ["an uncaught exception", "t", 70, ["error: thrown"]],
    ["a rejection nobody handles", "p", 70, ["error: rejected"]],
    ["a throw in render", "b", 70, ["error: broken in render"]],
  ])("after %s", async (_what, key, code, lines) => {
    const { screen } = await openFromShell();
    screen.press(key);
    expect(await leftOver(screen)).toEqual(givenBack(code, ...lines));
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGQUIT", 131],
  ] as const)("after %s", async (signal, code) => {
    const { screen, pid } = await openFromShell();
    process.kill(pid, signal);
    expect(await leftOver(screen)).toEqual(givenBack(code));
  });

  it("with the line of the shutdown", async () => {
    const { screen } = await openFromShell({ SHUTDOWN_SAYS: "2 wait" });
    screen.press("q");
    expect(await leftOver(screen)).toEqual(givenBack(0, "bye", "2 wait"));
  });

  it("before a shutdown that takes its time; a second signal does not wait for it", async () => {
    const { screen, pid } = await openFromShell({ SHUTDOWN_TAKES_MS: "600000" });
    process.kill(pid, "SIGTERM");
    await screen.waitUntil((now) => !now.alternate);
    expect(screen.text()).toBe("before");
    process.kill(pid, "SIGINT");
    expect(await leftOver(screen)).toEqual(givenBack(130));
  });
});

it("exits after the shutdown when the window is closed, although several events report it", async () => {
  const screen = await openScreen(["node", program], { env: { SHUTDOWN_TAKES_MS: "200" } });
  await screen.waitFor("ready");
  screen.hangUp();
  expect(await screen.exit).toEqual({ code: 129, signal: null });
  expect(await readdir(screen.home)).toContain("shut-down");
});

it("exits with 0 when the reader of stdout is gone", async () => {
  const source = `
    import { installExitGuard } from "./src/terminal/exit-guard.ts";
    installExitGuard({ giveBack() {}, describe: (error) => ({ line: String(error), exitCode: 70 }) });
    setInterval(() => process.stdout.write("line\\n"), 1);`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", source], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.once("data", () => child.stdout.destroy());
  expect(await once(child, "exit")).toEqual([0, null]);
});
