import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startApp } from "../support/app/open-app.ts";
import { mountAttached } from "../support/app/shared-engine.ts";
import type { Screen } from "../support/screen/screen.ts";

/** Creates a directory with a config file, for the current test. */
function configHome(text: string): Readonly<Record<string, string>> {
  const home = mkdtempSync(join(tmpdir(), "hooklens-config-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, "hooklens"));
  writeFileSync(join(home, "hooklens", "config.yaml"), text);
  return { XDG_CONFIG_HOME: home };
}

/** Returns the color of the first character that a pattern finds on the screen. */
function colorOf(screen: Screen, pattern: RegExp): unknown {
  const y = screen.row(pattern);
  return screen.cell(screen.line(y).search(pattern), y).fg;
}

it("draws for the background that the terminal reports, which is no key", async () => {
  const { screen } = await mountAttached({ background: "ffff/ffff/ffff" });
  await screen.waitUntil((now) => colorOf(now, /\[1 Webhooks/) === "blue");
  expect(screen.raw.split("\u001b]11;?").length).toBe(2);
  // No message about an unknown key, and no dialog.
  screen.press("5");
  expect(screen.text()).not.toContain("has no command");
  await screen.waitFor("Working on the embedded hub");
  const dark = await mountAttached({ background: "1e1e/1e1e/2e2e", env: { COLORFGBG: "0;15" } });
  await dark.screen.waitUntil((now) => colorOf(now, /\[1 Webhooks/) === "cyan");
});

it("does not ask the terminal for a theme of the settings, or without colors", async () => {
  const env = configHome("interface: {theme: {base: light, colors: {accent: red}}}\n");
  const { screen } = await mountAttached({ background: "0000/0000/0000", env });
  expect(colorOf(screen, /\[1 Webhooks/)).toBe("red");
  const plain = await mountAttached({ background: "ffff/ffff/ffff", env: { ...env, NO_COLOR: "1" } });
  expect(colorOf(plain.screen, /\[1 Webhooks/)).toBe("default");
  const contrast = await mountAttached({ env: { HOOKLENS_THEME: "high-contrast" } });
  const { screen: clear } = contrast;
  const y = clear.row(/\[1 Webhooks/);
  expect(clear.cell(clear.line(y).search(/\[1 Webhooks/), y)).toMatchObject({ fg: "default", bold: true });
  expect([screen, plain.screen, clear].map(({ raw }) => raw.includes("\u001b]11;"))).toEqual([
    false,
    false,
    false,
  ]);
});

it("runs commands by the keys of the settings, and shows those", async () => {
  const env = configHome(
    "interface:\n  keys: {webhooks.new: ctrl+n, app.quit: [Q, f10], screen.jobs: []}\n  confirm: {quit: true}\n  mouse: false\n",
  );
  const { screen } = await mountAttached({ env });
  await screen.waitFor("Press Ctrl+N, then Enter");
  expect(screen.modes.mouseTrackingMode).toBe("none");
  screen.press("c");
  await screen.waitFor("c works on Policy, Jobs, not here; ? shows the keys.");
  screen.press("ctrl+n");
  await screen.waitFor("Create a webhook ─");
  screen.press("esc", "Q");
  await screen.waitFor("Quit hooklens?");
  screen.press("y");
  expect(await screen.exit).toEqual({ code: 0, signal: null });
});

it("refuses keys that two commands would share before it opens", async () => {
  const env = configHome("interface:\n  keys:\n    webhooks.new: f5\n");
  const screen = await startApp({ env, columns: 200 });
  expect(await screen.exit).toEqual({ code: 2, signal: null });
  await screen.waitFor("config.yaml:3 gives f5 to both webhooks.new and app.refresh");
  expect(screen.alternate).toBe(false);
});
