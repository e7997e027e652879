import { UsageError } from "../../../model/errors.ts";
import { reviewPath } from "../../../policy-files/beside-policy.ts";
import { createFileVersions } from "../../../policy-files/git/versions.ts";
import { readPolicyFile } from "../../../policy-files/read-policy-file.ts";
import { readSealConcerns } from "../../../policy-files/read-seal-concerns.ts";
import type { SealConcern } from "../../../policy/review/seal-concerns.ts";
import { line, span } from "../../../text/line.ts";
import { type Visible, v } from "../../../text/visible.ts";
import type { Startup } from "../../command-line/command.ts";
import { canAsk } from "../../streams.ts";
import { confirm } from "../confirm.ts";

/** Question before a seal, and its consequences. */
interface SealAct {
  /** Question about the policy: `Seal healthcare.yaml?`. */
  readonly question: Visible;
  /** Consequence of no answer: `healthcare.yaml was not sealed`. */
  readonly refused: string;
  /** True if `--yes` answers. */
  readonly yes: boolean;
}

/**
 * Prints the concerns of a signer about a policy on stderr, and asks whether to continue. Asks nothing without
 * concerns.
 * @returns false if the user declined
 * @throws {UsageError} there is no terminal to ask on
 */
export async function agreeToSeal(
  { output, streams }: Pick<Startup, "output" | "streams">,
  path: string,
  { question, refused, yes }: SealAct,
): Promise<boolean> {
  const concerns = await concernsAbout(path);
  if (concerns.length === 0) return true;
  for (const { words, values, tone } of concerns) {
    output.noteLine(line(span(v`${words}`, tone)));
    for (const value of values) output.noteLine(line(span(v`  ${value}`)));
  }
  if (yes) return true;
  if (!canAsk(streams)) {
    throw new UsageError({
      what: refused,
      why: "there is no terminal to ask on",
      hint: "Review the policy, or add --yes to go on without asking",
    });
  }
  if (await confirm(streams, question)) return true;
  output.note(v`${refused}.`);
  return false;
}

async function concernsAbout(path: string): Promise<readonly SealConcern[]> {
  const versions = createFileVersions();
  try {
    const places = { reviewFolder: reviewPath(path), baseline: "HEAD", versions };
    return await readSealConcerns(path, await readPolicyFile(path), places);
  } finally {
    versions.close();
  }
}
