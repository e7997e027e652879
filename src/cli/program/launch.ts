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

/** The body of a command: its arguments and its own options come from `command`. Resolves with the exit code; nothing: 0. */
export type CommandBody = (invocation: Invocation, command: Command) => Promise<number | void>;

export interface LaunchOptions {
  /** Run without the config file when it is wrong; otherwise that is the command's error. */
  readonly despiteConfigError?: boolean;
}

/** Runs a command's body with settings and output made from its flags. */
export type Launch = (body: CommandBody, options?: LaunchOptions) => (this: Command) => Promise<void>;
