import { commandIn } from "../../command-line/command-record.ts";
import type { Formats } from "../../output/formats.ts";
import type { ReadDocument } from "./document.ts";

const formats = () => import("./matrix-formats.ts");

const matrixFormats: Formats<ReadDocument> = {
  table: async () => (await formats()).matrixTable,
  json: async () => (await formats()).matrixDocument,
  csv: async () => (await formats()).matrixCsvText,
  md: async () => (await formats()).matrixMarkdownText,
  html: async () => (await formats()).matrixHtml,
  quiet: async () => (await formats()).matrixClauses,
};

export const matrixCommand = commandIn(matrixFormats, "policy matrix <path>", {
  description:
    "Show the axes of each clause: the shade shows the weight, the glyph the enforcement. " +
    "Format html is a self-contained, printable page with the findings and every rationale.",
  arguments: { "<path>": "policy; - for stdin" },
  options: {
    "-o, --output <file>": "write to this file instead of stdout",
    "--force": "replace an existing file",
  },
  help: `
Examples:
  hooklens policy matrix policies/healthcare.yaml
  hooklens policy matrix policies/healthcare.yaml --format html -o healthcare.html`,
  async run(invocation, { path, ...options }) {
    const { output, print } = invocation;
    const { readDocument } = await import("./document.ts");
    const document = await readDocument(path, invocation);
    if (options.output === undefined) {
      await print(document);
    } else {
      const [{ captureOutput }, { writeFile }] = await Promise.all([
        import("../../output/output.ts"),
        import("../../../engine/export/write-file.ts"),
      ]);
      const file = captureOutput(output);
      await print(document, file);
      writeFile(options.output, file.text(), { replace: options.force === true });
    }
    return document.check.valid ? 0 : 1;
  },
});
