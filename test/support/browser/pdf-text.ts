import { inflateSync } from "node:zlib";

/**
 * Returns the text of each page of a PDF that Chromium printed, without spaces and line endings, which a page has
 * as distances. Text that is drawn as a picture is not in it.
 */
export function pdfPages(pdf: Buffer): readonly string[] {
  const objects = readObjects(pdf.toString("latin1"));
  return [...objects.values()]
    .filter(({ head }) => head.includes("/Type /Page\n") || head.includes("/Type /Page "))
    .map(({ head }) => {
      const fonts = new Map(
        [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", id = ""]) => [
          name,
          characters(objects, id),
        ]),
      );
      const [, contents = ""] = /\/Contents (\d+) 0 R/.exec(head) ?? [];
      return drawnText(objects.get(contents)?.stream ?? "", fonts);
    });
}

interface PdfObject {
  readonly head: string;
  /** Decompressed stream; empty for none. */
  readonly stream: string;
}

function readObjects(pdf: string): ReadonlyMap<string, PdfObject> {
  const pattern = /(\d+) 0 obj\r?\n([^]*?)(?:\bendobj|\bstream\r?\n([^]*?)\r?\nendstream)/g;
  return new Map(
    [...pdf.matchAll(pattern)].map(([, id = "", head = "", packed]) => [
      id,
      { head, stream: packed === undefined ? "" : unpacked(packed, head) },
    ]),
  );
}

function unpacked(packed: string, head: string): string {
  // Fonts and pictures have no text.
  if (!head.includes("/FlateDecode") || head.includes("/Length1") || head.includes("/Image")) return "";
  return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
}

/** Returns the characters of a font by the hexadecimal codes of its glyphs. */
function characters(objects: ReadonlyMap<string, PdfObject>, font: string): ReadonlyMap<string, string> {
  const [, id = ""] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? "") ?? [];
  const map = new Map<string, string>();
  const add = (code: number, character: number) =>
    map.set(code.toString(16).padStart(4, "0"), String.fromCodePoint(character));
  const table = objects.get(id)?.stream ?? "";
  for (const [, ranges = ""] of table.matchAll(/beginbfrange([^]*?)endbfrange/g)) {
    for (const [, ...hex] of ranges.matchAll(/<(\w{4})> <(\w{4})> <(\w{4})>/g)) {
      const [from = 0, to = 0, first = 0] = hex.map((one) => Number.parseInt(one, 16));
      for (let code = from; code <= to; code++) add(code, first + code - from);
    }
  }
  for (const [, pairs = ""] of table.matchAll(/beginbfchar([^]*?)endbfchar/g)) {
    for (const [, code = "", character = ""] of pairs.matchAll(/<(\w{4})> <(\w{4})>/g)) {
      add(Number.parseInt(code, 16), Number.parseInt(character, 16));
    }
  }
  return map;
}

function drawnText(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let font: ReadonlyMap<string, string> = new Map();
  let text = "";
  for (const [, name, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)> Tj/g)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map();
    for (const [glyph] of glyphs?.matchAll(/.{4}/g) ?? []) text += font.get(glyph.toLowerCase()) ?? "\uFFFD";
  }
  // Fonts draw some letters as one: ﬁ.
  return text.normalize("NFKC").replaceAll(/\s+/g, "");
}
