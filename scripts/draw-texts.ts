// Prints a hundred comments and a hundred texts of src, to judge their language: node scripts/draw-texts.ts COMMIT
// A commit always draws the same ones. Without a commit all are printed.
import { hash } from "node:crypto";
import process from "node:process";
import { parseSync, Visitor } from "rolldown/utils";
import { sourceFiles } from "../test/support/source-files.ts";

/** Strings of at least two words, without SQL. */
const isText = (text: string) =>
  /\p{L}{2,}[,:;]? \p{L}/u.test(text) && !/^\s*(?:[A-Z]{4,} [A-Z\w*("]|FROM )/.test(text);

const comments: string[] = [];
const texts: string[] = [];

for (const { path, text } of sourceFiles) {
  const parsed = parseSync(path, text);
  const line = (start: number, words: string) =>
    `src/${path}:${text.slice(0, start).split("\n").length}  ${words.replaceAll(/\s+/g, " ").trim()}`;
  // Comments on adjacent lines are one.
  let end = 0;
  for (const comment of parsed.comments) {
    const words = comment.value.replaceAll(/^\s*\* ?/gm, "");
    if (end > 0 && text.slice(end, comment.start).trim() === "")
      comments.push(`${comments.pop() ?? ""} ${words.trim()}`);
    else comments.push(line(comment.start, words));
    end = comment.end;
  }
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === "string" && isText(value)) texts.push(line(start, value));
    },
    TemplateLiteral: ({ start, end: last }) => {
      const words = text.slice(start + 1, last - 1);
      if (isText(words.replaceAll(/\$\{.*?\}/gs, "x"))) texts.push(line(start, words));
    },
    JSXText: ({ value, start }) => {
      if (isText(value)) texts.push(line(start, value));
    },
  }).visit(parsed.program);
}

const commit = process.argv[2];
for (const [title, all] of Object.entries({ comments, texts })) {
  const order = (drawn: string) => hash("sha256", `${commit}${drawn}`);
  const drawn =
    commit === undefined ? all : all.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, 100);
  console.log(`${drawn.length} of ${all.length} ${title}\n\n${drawn.join("\n")}\n`);
}
