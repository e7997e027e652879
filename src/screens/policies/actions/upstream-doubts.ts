import type { PageDiff } from "../../../policy-service/page-diff.ts";
import { weakerValues } from "../../../policy/review/seal-concerns.ts";
import type { QuestionLine } from "../../../tui/dialogs/confirm.ts";

/** Names what makes taking a version over doubtful: values that get weaker, or versions that cannot be compared. */
export function doubtsOf(diff: PageDiff): readonly QuestionLine[] {
  const problem = "problem" in diff ? diff.problem : diff.notCompared;
  const weaker = "changes" in diff ? diff.changes.filter(({ direction }) => direction === "weakened") : [];
  const { words, values } = weakerValues(
    weaker.map(({ text }) => text),
    "ours",
  );
  const lines = [
    ...(weaker.length === 0 ? [] : [words, ...values.map((value) => `· ${value}`)]),
    ...(problem === undefined ? [] : [`✗ not compared: ${problem}`]),
  ];
  return lines.map((text) => ({ text, tone: "error" }));
}
