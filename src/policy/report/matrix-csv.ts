import { visible } from "../../text/visible.ts";
import type { PolicyMatrix } from "../matrix/matrix.ts";

/**
 * Formats the matrix as CSV (RFC 4180, with a header): one line per clause, and per axis the columns weight and
 * enforcement. An apostrophe precedes formula-like text (=, +, -, @, a tab or a line ending first), as OWASP's "CSV
 * Injection" advises for untrusted documents. Control and invisible characters become visible, except tabs and line
 * endings.
 */
export function matrixCsv({ columns, rows }: PolicyMatrix): string {
  const titles = [
    "clause_id",
    "title",
    "citation",
    ...columns.flatMap(({ axis, label, isMandatory }) => {
      const name = `${axis} ${label}${isMandatory ? " (mandatory)" : ""}`;
      return [`${name} weight`, `${name} enforcement`];
    }),
  ];
  const lines = rows.map(({ clause, cells }) => [
    ...[clause.id, clause.title, clause.citation].map((text) => harmless(text ?? "")),
    ...cells.flatMap((cell) => [String(cell?.weight ?? ""), cell?.enforcement ?? ""]),
  ]);
  return [titles, ...lines].map((line) => `${line.map(quotedField).join(",")}\r\n`).join("");
}

function harmless(text: string): string {
  const shown = text.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\t\n]+/g, visible);
  return /^[=+\-@\t\r\n]/.test(shown.trimStart()) || /^[\t\r\n]/.test(shown) ? `'${shown}` : shown;
}

function quotedField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
