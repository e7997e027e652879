import { Command } from "commander";
import { addGlobalOptions } from "./global-options.ts";
import type { Launch } from "./launch.ts";
import { type DefineCommand, namedAlone } from "./named-alone.ts";
import { defineCheck } from "./policy/check.ts";
import { defineDiff, defineMatrix, defineShow } from "./policy/look.ts";
import { defineKeygen, defineSeal, defineVerify } from "./policy/receipts.ts";
import { defineFix, defineNew } from "./policy/write.ts";

const commands: Readonly<Record<string, DefineCommand>> = {
  check: defineCheck,
  show: defineShow,
  matrix: defineMatrix,
  diff: defineDiff,
  new: defineNew,
  fix: defineFix,
  seal: defineSeal,
  verify: defineVerify,
  keygen: defineKeygen,
};

/** `hooklens policy …` */
export function definePolicy(launch: Launch, args: readonly string[]): Command {
  const policy = new Command("policy")
    .description("Check, show, compare and fix policy documents; seal them, and verify what was sealed.")
    .summary("check, compare, fix and seal policy documents");
  for (const define of namedAlone(commands, args[0])) policy.addCommand(define(launch, args.slice(1)));
  return addGlobalOptions(policy);
}
