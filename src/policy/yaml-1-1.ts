import type { PolicyDocument } from "./document.ts";
import type { Finding, Place } from "./finding.ts";
import { childPointer } from "./json-pointer.ts";
import { quoted } from "./quoted.ts";

/** Rule about values that YAML 1.1 reads differently. */
export const yaml11Rule = "yaml-1.1-value";

/** Maximum number of findings. */
const most = 1_000;

/** Readings of plain texts in YAML 1.1 (https://yaml.org/type/) that differ from those in 1.2. */
const readings: readonly (readonly [RegExp, string])[] = [
  [/^(?:y|Y|yes|Yes|YES|on|On|ON)$/, "true"],
  [/^(?:n|N|no|No|NO|off|Off|OFF)$/, "false"],
  [/^[-+]?0[0-7_]*[1-9][0-7_]*$/, "an octal number"],
  [/^[-+]?0b[01_]+$/, "a binary number"],
  [/^(?:[-+]0x[\dA-Fa-f_]+|0x[\dA-Fa-f]*_[\dA-Fa-f_]*)$/, "a hexadecimal number"],
  [/^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/, "a number of base 60"],
  [/^[-+]?[1-9]\d*_[\d_]*(?:\.[\d_]*)?$|^[-+]?\d[\d_]*\.[\d_]*_[\d_]*$/, "a number"],
  [
    /^\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?)?)?$/,
    "a date",
  ],
  [/^0o[0-7]+$|^[-+]?\d+(?:\.\d*)?[eE]\d+$|^[-+]?\d+[eE][-+]?\d+$/, "text"],
  [/^=$/, "a default value"],
];

/**
 * Adds a warning for each plain text that readers of YAML 1.1 read differently, if the document declares that version:
 * hooklens reads every document as YAML 1.2.
 * @param findings the new ones are added to them
 */
export function addYaml11Values(document: PolicyDocument, findings: Finding[]): void {
  if (document.format !== "yaml" || !declares11(document.text)) return;
  let left = most;
  look(document.value, "", document.valuePlace(""));

  function look(value: unknown, path: string, place: Place | null): void {
    if (typeof value === "string" || typeof value === "number") add(path, place);
    if (typeof value !== "object" || value === null) return;
    // An alias has the place of its use, where no text differs.
    if (place !== null && document.text[place.start] === "*") return;
    for (const [name, inside] of Object.entries(value)) {
      const inner = childPointer(path, Array.isArray(value) ? Number(name) : name);
      if (!Array.isArray(value)) add(inner, document.keyPlace(inner));
      look(inside, inner, document.valuePlace(inner));
    }
  }

  function add(path: string, place: Place | null): void {
    if (place === null || left === 0) return;
    const text = document.text.slice(place.start, place.end);
    const reading = text.length > 100 ? undefined : readings.find(([pattern]) => pattern.test(text));
    if (reading === undefined) return;
    left -= 1;
    findings.push({
      path,
      keyword: null,
      rule: yaml11Rule,
      severity: "warning",
      message: `${quoted(text)} is ${reading[1]} in YAML 1.1, which the document declares`,
      hint: "remove the line %YAML 1.1, or write the value in quotes or unambiguously",
      fix: null,
      ...place,
    });
  }
}

/** Returns true if a directive before the document is `%YAML 1.1`. */
function declares11(text: string): boolean {
  // Few documents have a directive; the search for its line would read all of the others.
  if (!text.includes("%YAML")) return false;
  const [head = ""] = text.split(/^---/m, 1);
  return /^%YAML[ \t]+1\.1[ \t]*(?:#.*)?\r?$/m.test(head);
}
