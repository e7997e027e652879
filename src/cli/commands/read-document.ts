import type { PolicyCheck } from "../../policy/check-document.ts";
import { nameOf } from "../../policy/report/checked-text.ts";
import { shellLine } from "../../text/shell-word.ts";
import { v } from "../../text/visible.ts";
import type { Output } from "../output/output.ts";
import { readPolicyArgument } from "./policy-argument.ts";
import { firstError, PolicyHasErrorsError } from "./policy-errors.ts";

/** A policy that can be looked at: read, though it may have errors. */
export interface ReadDocument {
  readonly check: PolicyCheck;
  readonly value: unknown;
}

/**
 * The policy an argument names, also one with errors: those are noted on stderr.
 * @throws {PolicyUnreadableError}
 * @throws {PolicyHasErrorsError} what it holds cannot be read at all
 */
export async function readDocument(path: string, output: Output): Promise<ReadDocument> {
  const { check } = await readPolicyArgument(path);
  const name = nameOf(check);
  if (check.document === null) {
    throw new PolicyHasErrorsError({ what: `${name} cannot be read`, why: firstError(check) });
  }
  if (!check.valid) {
    output.note(
      v`${name} has errors (${firstError(check)}), so this is what can be read of it. ${shellLine(["hooklens", "policy", "check", path])} names them all.`,
    );
  }
  return { check, value: check.document.value };
}
