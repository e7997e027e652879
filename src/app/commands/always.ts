import type { Command } from "./command.ts";

/** Commands that work everywhere, including in dialogs and text fields. */
export const alwaysCommands: readonly Command[] = [
  {
    id: "app.interrupt",
    scope: "always",
    keys: ["ctrl+c"],
    title: "Quit immediately",
    run: ({ terminal }) => terminal.quit(130),
  },
  {
    id: "app.suspend",
    scope: "always",
    keys: ["ctrl+z"],
    title: "Suspend to the shell",
    run: ({ terminal }) => terminal.suspend(),
  },
  {
    id: "app.redraw",
    scope: "always",
    keys: ["ctrl+l"],
    title: "Redraw the screen",
    run: ({ terminal }) => terminal.redraw(),
  },
];
