import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { describe, expect, it } from "vitest";
import { isKeyId } from "../../../src/terminal/keys.ts";
import { keyOf } from "../../../src/tui/frame/key-label.ts";
import { registry } from "../../support/app/registry.ts";

const source = resolve(import.meta.dirname, "../../../src");

/** Placeholder for a value in a template. */
const hole = "\0";

/** Text in the source: a string, or a template with placeholders. */
interface SourceText {
  readonly text: string;
  /** True for a template of `v`, which is drawn. */
  readonly isDrawn: boolean;
}

/** Texts of a source file, and the commands whose keys it shows. */
interface SourceFile {
  readonly path: string;
  readonly texts: readonly SourceText[];
  /** IDs passed to `keyOf` and `keySpan`. */
  readonly commands: readonly string[];
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const nameOf = (value: unknown) => nodeOf(value)["name"];

function readSource(path: string, text: string): SourceFile {
  const texts: SourceText[] = [];
  const commands: string[] = [];

  function visit(value: unknown, isDrawn = false): void {
    if (Array.isArray(value)) {
      for (const one of value) visit(one);
      return;
    }
    if (!isNode(value)) return;
    const { type } = value;
    if (type === "ImportDeclaration" || type === "TSLiteralType") return;
    // Keys themselves.
    if (type === "Property" && /^keys?$/.test(String(nameOf(value["key"])))) return;
    if (type === "CallExpression" && /^key(Of|Span)$/.test(String(nameOf(value["callee"])))) {
      const id = listOf(value["arguments"])[1]?.["value"];
      if (typeof id === "string") commands.push(id);
    }
    if (type === "Literal" && typeof value["value"] === "string") {
      texts.push({ text: value["value"], isDrawn });
    }
    if (type === "JSXText") texts.push({ text: String(value["value"]), isDrawn: true });
    if (type === "TemplateLiteral") {
      const parts = listOf(value["quasis"]).map((part) => String(nodeOf(part["value"])["cooked"]));
      texts.push({ text: parts.join(hole), isDrawn });
    }
    for (const child of Object.values(value)) {
      visit(child, type === "TaggedTemplateExpression" && nameOf(value["tag"]) === "v");
    }
  }

  visit(parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }, path));
  return { path, texts, commands };
}

/** Files whose texts the app shows; errors may come from every room. */
const files = globSync(["{tui,screens,checks}/**/*.{ts,tsx}", "**/errors.ts"], { cwd: source }).map((path) =>
  readSource(path, readFileSync(join(source, path), "utf8")),
);

/** Forms in which a text names a key. `Enter` is a verb before an article. */
const forms: readonly RegExp[] = [
  /\b(Esc|Escape|Tab|Space|Backspace|Del|PgUp|PgDn|F\d+)\b|\bEnter\b(?! (a|an|the) )|[↑↓←]/,
  /\b(ctrl|alt|shift)[+-]\S/i,
  /\bpress a\b(?! key)/i,
  // A letter or digit by itself, unless it is a unit: `in 3 h`.
  new RegExp(
    String.raw`(?<![\p{L}\p{N}${hole}_'’./:=<>#$%~-]|[\d${hole}] )[b-zB-HJ-Z1-9](?![\p{L}\p{N}${hole}_'’…:/.,-]\S|${hole}|[\p{L}\p{N}])`,
    "u",
  ),
  /(?:^|[·.;:,(] *)a [a-z]{2,}[^s\W]s\b/,
  // A sign before a verb: `/ filters`.
  /(?<=^|[\s(])[?:/[\]{}](?= [a-z])/,
];

const drawnKeys = new Set(registry.commands.flatMap(({ keys }) => keys).filter((key) => /^\w$/.test(key)));

/** Returns true if a text names a key. A string that is only a key (`n`, `ctrl+f`) counts only if it is drawn. */
function namesKey({ text, isDrawn }: SourceText): boolean {
  if (!isDrawn && isKeyId(text)) return false;
  const trimmed = text.trim();
  if (trimmed.length <= 1) return isDrawn && drawnKeys.has(trimmed);
  return forms.some((form) => form.test(text));
}

describe("a text that mentions a key", () => {
  it("does not name the key itself", () => {
    const found = files
      // The labels of keys.
      .filter(({ path }) => path !== "tui/frame/key-label.ts")
      // A result that is not known has the glyph `?`.
      .map(({ path, texts }) => ({
        path,
        texts: texts.filter(({ text }) => !path.startsWith("checks/") || !text.startsWith("? ")),
      }))
      .flatMap(({ path, texts }) => texts.filter(namesKey).map(({ text }) => `${path}: ${text}`));
    expect(found).toEqual([]);
    expect(files.flatMap(({ texts }) => texts).length).toBeGreaterThan(1_000);
  });

  it("takes the key from a command that exists and has one", () => {
    const ids = files.flatMap(({ commands }) => commands);
    expect(ids.length).toBeGreaterThan(20);
    for (const id of ids) expect(keyOf(registry, id)).not.toBe("");
    expect(() => keyOf(registry, "webhooks.none")).toThrow("no command webhooks.none is registered");
    expect(() => keyOf(registry, "jobs.cancel-confirmed")).toThrow(
      "command jobs.cancel-confirmed cannot have a key",
    );
  });

  it.each([
    "v`  No webhooks yet. Press n to create one.`",
    "[span(v`Press `), span(v`n`, 'accent')]",
    "'Press a to approve it'",
    "`${why}; a approves it`",
    "'No deliveries match the filter. Esc clears it.'",
    "`Webhook ${id} deleted · u restores it (new ID)`",
    "`tunnel off${canOpen ? ' · o to open' : ''}`",
    "'Press 1, create a webhook, and trigger an event'",
    "'create a webhook with n'",
    "' · 2 shows deliveries'",
    "v`none · / filters`",
    "v`Ctrl+G generates one`",
    "'use ctrl+g'",
    "v`Enter Esc`",
    "v`   F ${fix.title}`",
    "'Press F1 for help'",
    "v`Type ? for help`",
  ])("is found when it names a key: %s", (text) => {
    expect(readSource("a.ts", text).texts.some(namesKey)).toBe(true);
  });

  it.each([
    "v`Press ${keyOf(registry, 'webhooks.new')} to create one.`",
    "'Enter a URL, for example https://example.org/hook'",
    "v`in ${hours} h`",
    "'it must respond within 20 s'",
    "v`${columns}x${rows}`",
    "'a webhook created with its ID runs it for each event'",
    "'the local hub; it needs no account'",
    "text.split('T')",
    "({ keys: ['n'], key: '1' })",
    "v`[${ticked ? 'x' : ' '}]`",
    "'not stored: the webhook reached its 24-hour limit'",
  ])("is not found otherwise: %s", (text) => {
    expect(readSource("a.ts", text).texts.some(namesKey)).toBe(false);
  });
});
