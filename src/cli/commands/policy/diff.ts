import { UsageError } from "../../../model/errors.ts";
import type { Direction, PolicyChange } from "../../../policy/diff/change.ts";
import { diffPolicies } from "../../../policy/diff/diff-policies.ts";
import type { Policy } from "../../../policy/policy.ts";
import { firstError, nameOf } from "../../../policy/report/checked-text.ts";
import { type Line, type Tone, line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import type { Invocation } from "../../command-line/command.ts";
import { PolicyHasErrorsError } from "../../errors.ts";
import type { Output } from "../../output/output.ts";
import { readPolicyArgument } from "./document.ts";

/**
 * Runs `policy diff OLD NEW`. Returns exit code 0 if nothing is weakened, else 1. A policy that violates a
 * rule is compared too, with a note on stderr, because a weaker policy often violates one.
 * @throws {PolicyHasErrorsError} a policy does not match the schema
 */
export async function comparePolicies(
  { output, print }: Invocation,
  before: string,
  after: string,
): Promise<number> {
  if (before === "-" && after === "-") {
    throw new UsageError({
      what: "stdin contains only one policy",
      hint: "Use - for one of the two",
    });
  }
  const [older, newer] = [await readComparable(before, output), await readComparable(after, output)];
  const { weakened, changes } = diffPolicies(older.policy, newer.policy);
  await print({
    table: () => changeLines(changes, output.columns),
    json: () => ({ old: older.name, new: newer.name, weakened, changes }),
    quiet: () => changes.map(({ newPath, oldPath }) => newPath ?? oldPath ?? ""),
  });
  return weakened ? 1 : 0;
}

async function readComparable(
  path: string,
  output: Output,
): Promise<{ readonly name: string; readonly policy: Policy }> {
  const { check } = await readPolicyArgument(path);
  const name = nameOf(check);
  const hint = `Run ${shellLine(["hooklens", "policy", "check", path])} for details`;
  if (check.policy === null) {
    throw new PolicyHasErrorsError({
      what: `${name} has errors, so it cannot be compared`,
      why: firstError(check),
      hint,
    });
  }
  if (!check.valid) output.note(v`${name} violates the rules (${firstError(check)}). ${hint}.`);
  return { name, policy: check.policy };
}

const signs: Readonly<Record<Direction, { readonly glyph: string; readonly tone: Tone }>> = {
  weakened: { glyph: "▼", tone: "error" },
  strengthened: { glyph: "▲", tone: "ok" },
  changed: { glyph: "=", tone: "plain" },
};

function changeLines(changes: readonly PolicyChange[], columns: number | null): readonly Line[] {
  if (changes.length === 0) return [line(span(v`No changes.`))];
  const counts = (["weakened", "strengthened", "changed"] as const).flatMap((direction) => {
    const of = changes.filter((change) => change.direction === direction).length;
    return of === 0 ? [] : `${of} ${direction}`;
  });
  return [
    ...changes.flatMap((change) => changeLine(change, columns)),
    line(),
    line(span(v`${plural(changes.length, "change")}: ${counts.join(", ")}`)),
  ];
}

/** Formats a change with a glyph and a word. */
function changeLine({ direction, text }: PolicyChange, columns: number | null): readonly Line[] {
  const { glyph, tone } = signs[direction];
  const lead = v`${glyph} ${direction.padEnd("strengthened".length)}  `;
  const indent = " ".repeat(lead.length);
  const rows =
    columns === null
      ? [line(span(v`${text}`))]
      : wrapWords(span(v`${text}`), Math.max(20, columns - lead.length));
  return rows.map(({ spans }, index) => line(span(index === 0 ? lead : v`${indent}`, tone), ...spans));
}
