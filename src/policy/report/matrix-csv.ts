import type { PolicyMatrix } from "../matrix/matrix.ts";

/**
 * The matrix for a spreadsheet (RFC 4180, with a line of titles): a line for each clause, and of each axis two columns, weight and
 * enforcement.
 *
 * A text that a spreadsheet would take for a formula (it begins with =, +, -, @, a tab or a line end) has an apostrophe put before it, as
 * OWASP's "CSV Injection" advises: a policy is often somebody else's.
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
  return /^[=+\-@\t\r\n]/.test(text.trimStart()) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
}

function quotedField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
