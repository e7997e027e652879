import type { ReviewedPolicy } from "../../../policy/report/review/reviewed-policy.ts";
import { line } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { commandIn } from "../../command-line/command-record.ts";
import { type Formats, standardFormats, type Views } from "../../output/formats.ts";
import type { Reported } from "./report.ts";

/** Formats of `policy review ls`, and of `check`, which reports only the open parts. */
const reviewFormats: Formats<Views & Reported<ReviewedPolicy>> = { ...standardFormats };

const pathsHelp = "files, directories (searched recursively) and patterns";

/** @throws {NotFoundError | PolicyUnreadableError} */
export const ls = commandIn(reviewFormats, "policy review ls <path...>", {
  description:
    "List each clause, and the general provisions, with the verdicts: by whom, and whether it was edited since",
  arguments: { "<path...>": pathsHelp },
  help: `
Examples:
  hooklens policy review ls policies/healthcare.yaml
  hooklens policy review ls policies/ --format json | jq '.[].clauses[] | select(.need != null)'`,
  async run({ output, print }, { path: paths }) {
    const { fileLines, readReviews } = await import("./reviewed-files.ts");
    const files = await readReviews(paths, output);
    await print({
      files,
      table: () =>
        files.flatMap((file, index) => [...(index > 0 ? [line()] : []), ...fileLines(file, output.columns)]),
      json: () => files,
      quiet: () => files.flatMap(({ clauses }) => clauses.map(({ id }) => id)),
    });
    return files.every(({ problem }) => problem === null) ? 0 : 1;
  },
});

/** @throws {NotFoundError | PolicyUnreadableError} */
export const check = commandIn(reviewFormats, "policy review check <path...>", {
  description:
    "List what is open of clauses and general provisions: flagged, with different verdicts, edited after its verdict, or not reviewed. " +
    "Exits with code 1 if there is one, or if a policy or its review cannot be read",
  arguments: { "<path...>": pathsHelp },
  help: `
Examples:
  hooklens policy review check policies/`,
  async run({ output, print }, { path: paths }) {
    const { openLine, problemLines, readReviews } = await import("./reviewed-files.ts");
    const files = await readReviews(paths, output);
    const open = files.map((file) => ({
      ...file,
      clauses: file.clauses.filter(({ need }) => need !== null),
    }));
    const openCount = open.reduce((sum, { clauses }) => sum + clauses.length, 0);
    await print({
      files: open,
      table: () =>
        open.flatMap(({ file, clauses, problem }) => [
          ...clauses.map((clause) => openLine(file, clause)),
          ...problemLines(file, problem),
        ]),
      json: () => open,
      quiet: () =>
        open.filter(({ clauses, problem }) => clauses.length > 0 || problem !== null).map(({ file }) => file),
    });
    const all = files.reduce((sum, { clauses }) => sum + clauses.length, 0);
    output.note(v`${count(openCount)} of ${plural(all, "part")} open`);
    return openCount === 0 && files.every(({ problem }) => problem === null) ? 0 : 1;
  },
});
