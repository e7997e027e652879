import { FILE_HEADERS_ONLY, createTwoFilesPatch, formatPatch } from "diff";

/** Number of unchanged lines before and after a change. */
const context = 3;

/** Maximum number of minimized edits: time and memory grow with their square. */
const maxEdits = 1_000;

/**
 * Returns the unified diff of two texts for `patch` and `git apply`, or an empty text if they are equal. Beyond
 * `maxEdits` edits the whole text is replaced.
 * @param names of the two texts, for example `a/policy.yaml` and `b/policy.yaml`
 */
export function unifiedDiff(names: readonly [string, string], before: string, after: string): string {
  if (before === after) return "";
  const options = { context, maxEditLength: maxEdits, headerOptions: FILE_HEADERS_ONLY };
  const patch = createTwoFilesPatch(...names, before, after, undefined, undefined, options);
  return patch ?? replacement(names, before, after);
}

function replacement(
  [oldFileName, newFileName]: readonly [string, string],
  before: string,
  after: string,
): string {
  const [removed, added] = [signedLines("-", before), signedLines("+", after)];
  const hunk = {
    oldStart: 1,
    oldLines: lineCount(removed),
    newStart: 1,
    newLines: lineCount(added),
    lines: [...removed, ...added],
  };
  const patch = {
    oldFileName,
    newFileName,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: [hunk],
  };
  return formatPatch(patch, FILE_HEADERS_ONLY);
}

const noLineEnd = "\\ No newline at end of file";

function signedLines(sign: "+" | "-", text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  const isEnded = lines.at(-1) === "";
  const signed = (isEnded ? lines.slice(0, -1) : lines).map((line) => `${sign}${line}`);
  return isEnded ? signed : [...signed, noLineEnd];
}

function lineCount(signed: readonly string[]): number {
  return signed.filter((line) => line !== noLineEnd).length;
}
