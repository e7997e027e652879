import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { readRuntimeFile } from "../../src/engine/roles/runtime-file.ts";
import { isDrawn, receiverOf } from "../support/app/header.ts";
import { contentPayload, post } from "../support/app/steps.ts";
import { postBytes, postInTurn } from "../support/load.ts";
import { openScreen } from "../support/screen/open-screen.ts";
import type { Screen } from "../support/screen/screen.ts";

const burst = 5_000;
const program = join(import.meta.dirname, "..", "..", "bin", "hooklens.js");

/** Rows of the list as the user sees them, without their ages: the selection, its place and the marks. */
function placeOf(screen: Screen): readonly string[] {
  const rows = Array.from({ length: screen.rows }, (_, y) => screen.line(y));
  return rows.flatMap((text, y) => {
    const [, marks, repo] = /^[│┃]?([❯■  ]+).*dataset:(me\/early-\d+)/.exec(text) ?? [];
    return repo === undefined ? [] : [`${y} ${marks} ${repo}`];
  });
}

/** Sends deliveries as fast as the receiver takes them. */
async function sendBurst(receiver: string): Promise<void> {
  const body = JSON.stringify(contentPayload("me/late"));
  let left = burst;
  const next = () => (left-- > 0 ? postBytes("inbox", null, body) : null);
  const port = Number(new URL(receiver).port);
  await Promise.all(Array.from({ length: 8 }, () => postInTurn(port, next, () => {})));
}

it("keeps selection, place, marks and a form through a burst, resizes, Ctrl+Z, $EDITOR and a new engine", async () => {
  const screen = await openScreen(["bash", "--norc", "--noprofile", "-i"], {
    columns: 120,
    rows: 40,
    env: { PS1: "$ " },
  });
  await screen.waitFor("$");
  const editor = join(screen.home, "editor");
  await writeFile(editor, "#!/bin/sh\necho in the editor\nread -r line\n");
  await chmod(editor, 0o700);
  screen.type(`EDITOR=${editor} node ${program}\n`);
  let receiver = await receiverOf(screen, 20_000);
  for (let index = 1; index <= 60; index += 1) await post({ receiver }, contentPayload(`me/early-${index}`));
  screen.press("2");
  await screen.waitFor(/❯.*me\/early-60/);
  screen.send("j".repeat(20));
  await screen.waitFor(/❯.*me\/early-40/);
  screen.press("space", "j", "space", "j", "j");
  await screen.waitFor(/❯.*me\/early-35/);
  await screen.waitFor("2 marked");
  await screen.waitUntil((now) => placeOf(now).filter((row) => row.includes("■")).length === 2);
  const place = placeOf(screen);
  const isKept = (now: Screen): boolean => JSON.stringify(placeOf(now)) === JSON.stringify(place);

  await sendBurst(receiver);
  await screen.waitFor("5,000 new");
  expect(placeOf(screen)).toEqual(place);

  for (let round = 0; round < 10; round += 1) {
    for (const [columns, rows] of [
      [80, 24],
      [40, 10],
      [200, 50],
      [120, 40],
    ] as const) {
      screen.resize(columns, rows);
    }
  }
  // Node reports no change to a program that did not see the sizes in between.
  screen.resize(110, 38);
  await screen.waitUntil((now) => isDrawn(now) && now.rows === 38);
  screen.resize(120, 40);
  await screen.waitUntil((now) => isDrawn(now) && now.columns === 120 && isKept(now));

  screen.press("ctrl+z");
  await screen.waitFor("Stopped");
  screen.type("fg\n");
  await screen.waitUntil((now) => now.alternate && isKept(now));

  screen.press("m", "e");
  await screen.waitFor("in the editor");
  screen.press("enter");
  await screen.waitUntil((now) => now.alternate && isKept(now));

  // A form is open while the engine is lost.
  screen.press("r");
  await screen.waitFor("Replay 2 deliveries");
  screen.press("tab", "ctrl+u");
  screen.type("77");
  await screen.waitFor(/Rate +77 /);
  const dataDir = join(screen.home, ".local", "share", "hooklens");
  const { pid } = readRuntimeFile(dataDir, "receiver") ?? { pid: 0 };
  process.kill(pid, "SIGKILL");
  await screen.waitFor(/✗.*lost|✗:\d+/);
  await screen.waitUntil((now) => !/✗(:\d+| receiver)/.test(now.line(0)));
  await screen.waitFor(/Rate +77 /);
  screen.press("esc");
  await screen.waitUntil(isKept);
  receiver = readRuntimeFile(dataDir, "receiver")?.url ?? "";
  expect(await post({ receiver }, contentPayload("me/after"))).toBe(200);
  await screen.waitFor("5,001 new");
  expect(placeOf(screen)).toEqual(place);
});
