import { writeFile } from "node:fs/promises";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { render, Text, useApp } from "ink";
import { createElement, useEffect, useState } from "react";
/**
 * Small Ink app that combines the parts of src/terminal as the real app does. Keys trigger its actions, and
 * the screen shows the last event. Tests run it on a pseudo-terminal.
 */
import { errorText } from "../../../src/model/errors.ts";
import { editText } from "../../../src/terminal/editor.ts";
import { installExitGuard } from "../../../src/terminal/exit-guard.ts";
import { createInput } from "../../../src/terminal/input.ts";
import { type InputEvent, keyId } from "../../../src/terminal/keys.ts";
import { createModes } from "../../../src/terminal/modes.ts";
import { createLending } from "../../../src/terminal/suspend.ts";
import { v, visible } from "../../../src/text/visible.ts";

const shutdownTakesMs = Number(process.env["SHUTDOWN_TAKES_MS"] ?? 0);
let handOver: (work: () => Promise<void>) => Promise<void> = (work) => work();
let show: (text: string) => void = () => {};
let isMouseOn = true;

const modes = createModes(process.stdin, process.stdout);
const input = createInput(process.stdin, { onEvents, onEnd: () => void guard.exit(129) });
const lending = createLending({ input, modes, handOver: (work) => handOver(work) });
const guard = installExitGuard({
  giveBack() {
    modes.leave();
    modes.silence();
  },
  describe: (error) => ({
    line: v`error: ${errorText(error)}`,
    exitCode: 70,
  }),
  async shutdown() {
    await delay(shutdownTakesMs);
    await writeFile(`${process.env["HOME"]}/shut-down`, "");
    return process.env["SHUTDOWN_SAYS"] === undefined ? null : visible(process.env["SHUTDOWN_SAYS"]);
  },
  isLent: () => lending.isLent,
});

const actions: Record<string, () => void> = {
  q: () => void guard.exit(0, v`bye`),
  "ctrl+c": () => void guard.exit(130),
  "ctrl+z": () => void lending.suspend().then((done) => done || show("cannot suspend")),
  t: () =>
    setImmediate(() => {
      throw new Error("thrown");
    }),
  p: () => void Promise.reject(new Error("rejected")),
  b: () => show("BREAK"),
  m: () => {
    isMouseOn = !isMouseOn;
    modes.setMouse(isMouseOn);
    show(`mouse ${isMouseOn ? "on" : "off"}`);
  },
  l: () =>
    void lending.lend(() => Promise.resolve()).then((done) => show(done ? "drawn anew" : "lent already")),
  e: () =>
    void lending.lend(async () => {
      const edited = await editText("text", ".txt", process.env);
      show(edited.ok ? `edited ${JSON.stringify(edited.text)}` : edited.why);
    }),
};

function onEvents(events: InputEvent[]): void {
  for (const event of events) {
    if (event.type === "key") {
      show(`key ${keyId(event)}`);
      actions[keyId(event)]?.();
    } else if (event.type === "paste") show(`paste ${event.text.length}`);
    else if (event.type === "mouse") show(`${event.kind} ${event.x},${event.y}`);
  }
}

function App() {
  const [text, setText] = useState("starting");
  const { suspendTerminal } = useApp();
  useEffect(() => {
    show = setText;
    handOver = suspendTerminal;
  }, [suspendTerminal]);
  if (text === "BREAK") throw new Error("broken in render");
  return createElement(Text, null, `pid ${process.pid} ${text}\n`);
}

modes.enter();
input.start();
const app = render(createElement(App), {
  alternateScreen: true,
  interactive: true,
  exitOnCtrlC: false,
  patchConsole: false,
});
app.waitUntilExit().catch((error: unknown) => guard.fail(error));
void app.waitUntilRenderFlush().then(() => show("ready"));
