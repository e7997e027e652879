import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openScreen } from "../../support/screen/open-screen.ts";

const program = fileURLToPath(new URL("../../support/programs/ink-app.ts", import.meta.url));

it("emits keys, and distinguishes a lone Esc from Alt and from an arrow", async () => {
  const screen = await openScreen(["node", program]);
  await screen.waitFor("ready");
  for (const key of ["j", "esc", "alt+j", "up", "ctrl+d"]) {
    screen.press(key);
    await screen.waitFor(`key ${key}`);
  }
  expect(screen.row(/key ctrl\+d$/u)).toBe(0);
});

it("counts every key of one read", async () => {
  const screen = await openScreen(["node", program]);
  await screen.waitFor("ready");
  screen.send("jjj\u001b[B\u001b[Bm");
  await screen.waitFor("mouse off");
  expect(screen.modes.mouseTrackingMode).toBe("none");
});

it("hands over a paste of 10 KB as one, and none of it as keys", async () => {
  const screen = await openScreen(["node", program]);
  await screen.waitFor("ready");
  screen.paste("q\n".repeat(5000));
  await screen.waitFor("paste 10000");
  screen.press("j");
  await screen.waitFor("key j");
  expect(screen.alternate).toBe(true);
});

it("hands over clicks and the wheel, which can be switched off and on", async () => {
  const screen = await openScreen(["node", program]);
  await screen.waitFor("ready");
  screen.wheel("down", 3, 2);
  await screen.waitFor("wheel-down 3,2");
  screen.press("m");
  await screen.waitUntil((now) => now.modes.mouseTrackingMode === "none");
  screen.press("m");
  await screen.waitFor("mouse on");
  expect(screen.modes.mouseTrackingMode).toBe("drag");
});
