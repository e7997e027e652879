import { Command } from "commander";
import { addGlobalOptions } from "./global-options.ts";
import type { Launch } from "./launch.ts";
import { defineCheck } from "./policy/check.ts";
import { defineDiff, defineMatrix, defineShow } from "./policy/look.ts";
import { defineKeygen, defineSeal, defineVerify } from "./policy/receipts.ts";
import { defineFix, defineNew } from "./policy/write.ts";

/** `hooklens policy …` */
export function definePolicy(launch: Launch): Command {
  const policy = new Command("policy")
    .description("Check, show, compare and fix policy documents; seal them, and verify what was sealed.")
    .summary("check, compare, fix and seal policy documents");
  for (const define of [
    defineCheck,
    defineShow,
    defineMatrix,
    defineDiff,
    defineNew,
    defineFix,
    defineSeal,
    defineVerify,
    defineKeygen,
  ]) {
    policy.addCommand(define(launch));
  }
  return addGlobalOptions(policy);
}
