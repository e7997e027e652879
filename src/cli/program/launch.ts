import type { Command } from "commander";
import type { HooklensError } from "../../model/errors.ts";
import type { Output } from "../output/output.ts";
import type { Settings } from "../settings/settings.ts";
import type { GlobalFlags } from "./global-options.ts";

/** What a command starts with. */
export interface Invocation {
  readonly settings: Settings;
  /** What is wrong with the config file, for a command that runs without it then; null: nothing. */
  readonly configError: HooklensError | null;
  readonly output: Output;
  readonly flags: GlobalFlags;
}

export interface LaunchOptions {
  /** Run without the config file when it is wrong; otherwise that is the command's error. */
  readonly despiteConfigError?: boolean;
  /** The command sees to signals, crashes and closed pipes by itself. */
  readonly guardsItself?: boolean;
}

/** Runs the body of a command with what was made from its flags; the body resolves with the exit code, or nothing for 0. */
export type Start = (
  flags: GlobalFlags,
  body: (invocation: Invocation) => Promise<number | void>,
  options?: LaunchOptions,
) => Promise<void>;

/** The body of a command: its arguments and its own options come from `command`. */
export type CommandBody = (invocation: Invocation, command: Command) => Promise<number | void>;

/** Makes a body the action of a command. */
export type Launch = (body: CommandBody, options?: LaunchOptions) => (this: Command) => Promise<void>;
