import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { receiverOf } from "../support/app/header.ts";
import { openApp } from "../support/app/open-app.ts";
import { contentPayload, post, showDeliveries } from "../support/app/steps.ts";
import { openScreen } from "../support/screen/open-screen.ts";

it("stops on Ctrl+Z under npm start, and fg restores the form and shows new deliveries", async () => {
  const screen = await openScreen(["bash", "--norc", "--noprofile", "-i"], {
    env: { PS1: "$ ", npm_config_update_notifier: "false" },
  });
  await screen.waitFor("$");
  screen.type("npm start --silent\n");
  const receiver = await receiverOf(screen, 20_000);
  screen.press("c");
  await screen.waitFor("Create a webhook");
  screen.type("dataset:me/half-typed");
  await screen.waitFor("dataset:me/half-typed");
  // The form grows by this line when the hub has answered.
  await screen.waitFor("Saving also sets it in the receiver");
  const { cursor } = screen;

  screen.press("ctrl+z");
  await screen.waitFor("Stopped");
  expect(screen.alternate).toBe(false);
  expect(screen.cursor.visible).toBe(true);
  expect(screen.modes.mouseTrackingMode).toBe("none");
  // The engine has its own process group and keeps receiving.
  expect(await post({ receiver }, contentPayload("me/meanwhile"))).toBe(200);
  screen.type("echo shell-$((40 + 2))\n");
  await screen.waitFor("shell-42");

  screen.type("fg\n");
  await screen.waitUntil((now) => now.alternate && now.text().includes("dataset:me/half-typed"));
  await screen.waitUntil((now) => now.cursor.visible);
  expect(screen.cursor).toEqual(cursor);
  expect(screen.modes).toMatchObject({ bracketedPasteMode: true, mouseTrackingMode: "drag" });
  screen.type("-no-more");
  await screen.waitFor("dataset:me/half-typed-no-more");
  screen.press("esc");
  await screen.waitFor("Discard changes?");
  screen.press("y", "2");
  await screen.waitFor("dataset:me/meanwhile");
  screen.press("q");
  // Earlier input would go to the app, which is still exiting.
  await screen.waitUntil((now) => !now.alternate && now.row(/^\$ ?$/) > 0);
  screen.type('echo "ended with $?"\n');
  await screen.waitFor("ended with 0");
});

it("lends the terminal to $EDITOR with the formatted payload, and restores the screen", async () => {
  const first = await openScreen(["true"]);
  const editor = join(first.home, "editor");
  await writeFile(editor, `#!/bin/sh\ncp "$1" "$HOME/seen.json"\necho "in the editor"\nread -r line\n`);
  await chmod(editor, 0o700);
  const app = await openApp({ env: { EDITOR: editor } });
  const { screen } = app;
  await showDeliveries(app, ["me/corpus", "me/other"]);
  screen.press("j", "enter");
  await screen.waitFor('"scope": "repo.content"');
  const before = screen.text();
  screen.press("m", "e");
  await screen.waitFor("in the editor");
  expect(screen.alternate).toBe(false);
  expect(screen.modes.mouseTrackingMode).toBe("none");
  const seen = await readFile(join(screen.home, "seen.json"), "utf8");
  expect(seen).toBe(`${JSON.stringify(contentPayload("me/corpus"), null, 2)}\n`);
  screen.type("\n");
  await screen.waitUntil((now) => now.alternate && now.text().includes('"scope": "repo.content"'));
  expect(screen.text().split("\n").slice(3, 20)).toEqual(before.split("\n").slice(3, 20));
  screen.press("esc");
  await screen.waitFor(/^[│┃]?❯.*dataset:me\/corpus/);
});

it("reports a missing editor", async () => {
  const app = await openApp({ env: { EDITOR: "no-such-editor" } });
  const { screen } = app;
  await showDeliveries(app, ["me/corpus"]);
  screen.press("enter");
  await screen.waitFor('"scope": "repo.content"');
  screen.press("m", "e");
  await screen.waitFor("✗ the editor no-such-editor was not found.");
  expect(screen.alternate).toBe(true);
});
