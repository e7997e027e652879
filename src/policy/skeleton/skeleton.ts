import { span } from "../../text/line.ts";
import { visible } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { knownRegimes } from "../fields/known-regimes.ts";
import { axisLabels, type Vertical } from "../policy.ts";
import { describedField, type DocumentedPart, documentedSchema, resolved } from "./documented-schema.ts";

/** Maximum width of a comment with its indentation, in columns. */
const width = 100;

/** Texts by JSON Pointer without indexes. */
type Filled = Readonly<Record<string, string>>;

/** Returns the values that need no decision, by JSON Pointer without indexes. Others stay blank. */
function filledFor(vertical: Vertical): Filled {
  return {
    "/schema_version": "1.0.0",
    "/vertical": vertical,
    "/meta/receipt_chain_required": "true",
    "/meta/merkle_root_algorithm": "SHA3-256",
    "/receipt_chain/algorithm": "SHA3-256",
    "/receipt_chain/chaining": "merkle_dag",
  };
}

/** Returns what the rules add to the schema's descriptions, by JSON Pointer without indexes. */
function addedFor(vertical: Vertical): Filled {
  const labels = Object.entries(axisLabels).map(([axis, label]) => `${axis} ${label}`);
  return {
    "/regime": `For ${vertical}, name at least one of ${knownRegimes[vertical].join(", ")}.`,
    "/regulatory_clauses/lambda_axes/label": `Labels by axis: ${labels.join(", ")}.`,
    "/compliance_thresholds/mandatory_axes":
      "Each needs a clause that maps it with enforcement mandatory and a weight above 0.",
    "/receipt_chain/quorum":
      "More than half of the nodes, so that no two receipts can contradict each other.",
    "/receipt_chain/algorithm": "The same as meta.merkle_root_algorithm.",
  };
}

/**
 * Creates a policy of a vertical to fill in: YAML with the schema's descriptions as comments. Blanks are
 * empty values, which the schema never accepts, so that `policy check` reports each at its line.
 * @param schemaUrl location of the schema for editors
 */
export function policySkeleton(vertical: Vertical, schemaUrl: string): string {
  const filled = filledFor(vertical);
  const added = addedFor(vertical);
  const lines = [
    `# yaml-language-server: $schema=${schemaUrl}`,
    ...comment(
      `A policy for ${vertical}. Fill in the blanks; hooklens policy check lists the rest with their lines.`,
      "",
    ),
  ];

  function field(key: string, declared: DocumentedPart, at: string, indent: string, isFirst: boolean): void {
    const part = { ...resolved(declared) };
    const path = `${at}/${key}`;
    const isBlock = part.properties !== undefined || part.type === "array";
    if (indent === "") lines.push("");
    if (isFirst) lines.push(...comment(`${describedField(part)} ${added[path] ?? ""}`.trim(), indent));
    const value = filled[path];
    lines.push(`${indent}${key}:${value === undefined || isBlock ? "" : ` ${value}`}`);
    if (part.properties !== undefined) object(part, path, `${indent}  `, isFirst);
    if (part.type === "array") list(part, path, `${indent}  `, isFirst);
  }

  function object(part: DocumentedPart, path: string, indent: string, isFirst: boolean): void {
    const { properties = {}, required = [] } = part;
    for (const key of required) field(key, properties[key] ?? {}, path, indent, isFirst);
    if (!isFirst) return;
    const optional = Object.entries(properties).filter(([key]) => !required.includes(key));
    if (optional.length > 0) lines.push(...comment("If it applies:", indent));
    for (const [key, declared] of optional) {
      lines.push(...comment(`${key}: ${describedField(resolved(declared))}`, indent));
    }
  }

  /** Writes as many items as the schema requires; only the first has comments. */
  function list(
    { items = {}, minItems = 1 }: DocumentedPart,
    path: string,
    indent: string,
    isFirst: boolean,
  ): void {
    const item = resolved(items);
    for (let index = 0; index < minItems; index += 1) {
      if (item.properties === undefined) lines.push(`${indent}-`);
      else {
        const from = lines.length;
        object(item, path, `${indent}  `, isFirst && index === 0);
        beginItem(lines, from, indent);
      }
    }
  }

  object(documentedSchema, "", "", true);
  return `${lines.join("\n")}\n`;
}

/** Puts the dash of a list item before its first key, below any comments. */
function beginItem(lines: string[], from: number, indent: string): void {
  const at = lines.findIndex((line, index) => index >= from && !/^\s*(?:#|$)/.test(line));
  lines[at] = `${indent}- ${(lines[at] ?? "").trimStart()}`;
}

function comment(text: string, indent: string): readonly string[] {
  const rows = wrapWords(span(visible(text)), width - indent.length - 2);
  return rows.map(({ spans }) => `${indent}# ${spans.map((one) => one.text).join("")}`);
}
