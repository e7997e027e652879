import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openScreen } from "../../support/screen/open-screen.ts";
import type { Screen } from "../../support/screen/screen.ts";

const program = fileURLToPath(new URL("../../support/programs/ink-app.ts", import.meta.url));

/** Opens a shell with job control that runs this command. */
async function openInShell(command: string): Promise<Screen> {
  const screen = await openScreen(["bash", "--norc", "--noprofile", "-i"], { env: { PS1: "$ " } });
  await screen.waitFor("$");
  screen.type(`${command}\n`);
  await screen.waitFor("ready");
  return screen;
}

/** Returns true if the app has its screen and its modes. */
function isTaken(screen: Screen): boolean {
  const { bracketedPasteMode, mouseTrackingMode } = screen.modes;
  return screen.alternate && bracketedPasteMode && mouseTrackingMode === "drag" && !screen.cursor.visible;
}

describe("Ctrl+Z", () => {
  it.each([
    ["started by the shell", `node ${program}`],
    ["started by a program that the shell waits for, as npm is", `sh -c 'node ${program}; true'`],
  ])("gives the shell its terminal, and fg brings everything back: %s", async (_what, command) => {
    const screen = await openInShell(command);
    screen.press("x");
    await screen.waitFor("key x");

    screen.press("ctrl+z");
    await screen.waitFor("Stopped");
    expect(screen.alternate).toBe(false);
    expect(screen.cursor.visible).toBe(true);
    expect(screen.modes.mouseTrackingMode).toBe("none");
    screen.type("echo shell-$((40 + 2))\n");
    await screen.waitFor("shell-42");

    screen.type("fg\n");
    await screen.waitFor("key ctrl+z");
    await screen.waitUntil(isTaken);
    screen.press("y");
    await screen.waitFor("key y");
    screen.press("q");
    await screen.waitFor("bye");
    expect(screen.alternate).toBe(false);
  });

  it("draws the screen once after a stop that outlasts the timer of the app", async () => {
    const screen = await openInShell(`node ${program}`);
    screen.press("ctrl+z");
    await screen.waitFor("Stopped");
    screen.type("sleep 1.2; echo shell-$((40 + 2))\n");
    await screen.waitFor("shell-42");
    screen.type("fg\n");
    await screen.waitUntil(isTaken);
    screen.press("y");
    await screen.waitFor("key y");
    // At the start, and after the stop.
    expect(screen.raw.split("\u001b[?1049h")).toHaveLength(3);
  });

  it("refuses if no shell can continue the process", async () => {
    const screen = await openScreen(["node", program]);
    await screen.waitFor("ready");
    screen.press("ctrl+z");
    await screen.waitFor("cannot suspend");
    expect(isTaken(screen)).toBe(true);
  });
});

it("takes the terminal again after a stop from outside", async () => {
  const screen = await openInShell(`node ${program}`);
  const pid = Number(/pid (\d+)/u.exec(screen.text())?.[1]);
  process.kill(pid, "SIGSTOP");
  await screen.waitFor("Stopped");
  screen.type("fg\n");
  await screen.waitUntil((now) => isTaken(now) && /^pid \d+ ready$/u.test(now.text()));
  screen.press("z");
  await screen.waitFor("key z");
  expect(screen.text()).toMatch(/^pid \d+ key z$/u);
});

it("is asked for twice in one read and given away once", async () => {
  const screen = await openScreen(["node", program]);
  await screen.waitFor("ready");
  screen.send("ll");
  await screen.waitFor("drawn anew");
  expect(screen.raw).toContain("lent already");
  expect(screen.raw.split("\u001b[?1049l")).toHaveLength(2);
  expect(isTaken(screen)).toBe(true);
});

describe("the editor", () => {
  async function openWithEditor(script: string): Promise<Screen> {
    const first = await openScreen(["true"]);
    const editor = join(first.home, "my editor");
    await writeFile(editor, `#!/bin/sh\n${script}\n`);
    await chmod(editor, 0o700);
    const screen = await openScreen(["node", program], { env: { EDITOR: `'${editor}' --wait` } });
    await screen.waitFor("ready");
    return screen;
  }

  it("has the terminal for itself, and its text comes back", async () => {
    const screen = await openWithEditor(
      `echo "editing $1 $(cat "$2") $(stat -c %a "$2")"; read -r line; printf '%s' "$line" > "$2"`,
    );
    screen.press("e");
    await screen.waitFor("editing --wait text 600");
    expect(screen.alternate).toBe(false);
    expect(screen.modes.bracketedPasteMode).toBe(false);
    // Ctrl+C would go to the editor, as does what is typed.
    screen.type("quick\n");
    await screen.waitFor('edited "quick"');
    await screen.waitUntil(isTaken);
    screen.press("j");
    await screen.waitFor("key j");
    expect(screen.text()).toMatch(/^pid \d+ key j$/u);
  });

  it("interrupted by Ctrl+C does not take the app with it", async () => {
    const screen = await openWithEditor("echo editing; read -r line");
    screen.press("e");
    await screen.waitFor("editing");
    screen.press("ctrl+c");
    await screen.waitFor(/SIGINT|code 130/u);
    await screen.waitUntil(isTaken);
    screen.press("q");
    expect((await screen.exit).code).toBe(0);
  });

  it("that does not exist is said", async () => {
    const screen = await openScreen(["node", program], { env: { VISUAL: "no-such-editor" } });
    await screen.waitFor("ready");
    screen.press("e");
    await screen.waitFor("the editor no-such-editor was not found");
    await screen.waitUntil(isTaken);
    expect(screen.alternate).toBe(true);
  });
});
