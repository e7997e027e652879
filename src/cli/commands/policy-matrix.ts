import { matrix } from "../../policy/matrix/matrix.ts";
import { readableClauses } from "../../policy/matrix/readable-mappings.ts";
import { nameOf } from "../../policy/report/checked-text.ts";
import { clauseName } from "../../policy/report/coverage-words.ts";
import { matrixJson } from "../../policy/report/matrix-json.ts";
import { machineJson } from "../../text/machine-json.ts";
import { visible } from "../../text/visible.ts";
import { matrixLines } from "../output/policy-matrix.ts";
import type { Invocation } from "../program/launch.ts";
import type { MatrixFormat } from "../program/policy/look.ts";
import { type ReadDocument, readDocument } from "./read-document.ts";
import { writeAnswerFile } from "./write-answer-file.ts";

/** The options of `policy matrix`, as typed. */
export interface ShowMatrixOptions {
  readonly format?: MatrixFormat;
  readonly output?: string;
  readonly force?: true;
}

/** `policy matrix PATH`: 0, or 1 for a policy with errors, of which what can be read is drawn. */
export async function showMatrix(
  { output }: Invocation,
  path: string,
  options: ShowMatrixOptions,
): Promise<number> {
  const document = await readDocument(path, output);
  const format = options.format ?? output.format;
  if (format === "table" && options.output === undefined) {
    await output.answerLines(matrixLines(matrix(document.value), output.columns));
  } else {
    const text = await matrixText(document, format);
    if (options.output === undefined) await output.write(text);
    else writeAnswerFile(options.output, text, { replace: options.force === true });
  }
  return document.check.valid ? 0 : 1;
}

async function matrixText({ check, value }: ReadDocument, format: MatrixFormat | "quiet"): Promise<string> {
  switch (format) {
    case "table":
      return lines(
        matrixLines(matrix(value), null).map(({ spans }) => spans.map(({ text }) => text).join("")),
      );
    case "quiet":
      return lines(readableClauses(value).map((clause) => visible(clauseName(clause))));
    case "json": {
      const { schemaValid, valid } = check;
      const answer = { file: nameOf(check), schemaValid, valid, ...matrixJson(matrix(value)) };
      return `${machineJson(answer, 2)}\n`;
    }
    case "csv":
      return (await import("../../policy/report/matrix-csv.ts")).matrixCsv(matrix(value));
    case "md":
      return (await import("../../policy/report/matrix-markdown.ts")).matrixMarkdown(matrix(value));
    case "html":
      return (await import("../../policy/report/html/matrix-page.ts")).matrixPage(check);
  }
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join("");
}
