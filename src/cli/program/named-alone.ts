import type { Command } from "commander";
import type { Launch } from "./launch.ts";

/** Makes a command; `args` is what stands behind its name on the command line. */
export type DefineCommand = (launch: Launch, args: readonly string[]) => Command;

/** Of commands by their names the one that is named, else all of them. */
export function namedAlone(
  commands: Readonly<Record<string, DefineCommand>>,
  name: string | undefined,
): readonly DefineCommand[] {
  const named = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  return named === undefined ? Object.values(commands) : [named];
}
