// Draws comments and interface texts for a review: node scripts/draw.ts [COMMIT] [COUNT]. The same commit draws the same texts.
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import process from "node:process";

interface Text {
  readonly place: string;
  readonly text: string;
}

const [commit = "HEAD", count = "100"] = process.argv.slice(2);
const seed = execFileSync("git", ["rev-parse", commit], { encoding: "utf8" }).trim();

/** Pattern of a comment (a block, or adjacent lines of `//`) or a string on one line. */
const token =
  /(?<comment>\/\*.*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)|"(?<plain>(?:[^"\\\n]|\\.)*)"|`(?<template>(?:[^`\\\n]|\\.)*)`/gs;

function tokensIn(folders: string, find: (groups: Record<string, string>) => string | undefined): Text[] {
  return globSync(`src/${folders}/**/*.{ts,tsx}`).flatMap((file) => {
    const source = readFileSync(file, "utf8");
    return [...source.matchAll(token)].flatMap(({ groups = {}, index }) => {
      const text = find(groups);
      return text === undefined
        ? []
        : [{ place: `${file}:${source.slice(0, index).split("\n").length}`, text }];
    });
  });
}

function commentIn({ comment }: Record<string, string>): string | undefined {
  return comment
    ?.replaceAll(/\*\/$|^\s*(?:\/\*\*?|\*|\/\/) ?/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/**
 * Returns a text of two words or more that begins with a letter, a digit, a quote or a value; the rest are
 * identifiers and code.
 */
function interfaceTextIn({ plain, template = plain }: Record<string, string>): string | undefined {
  return /^(?:[\p{L}\p{N}"'…]|\$\{).* [\p{L}\p{N}$]/u.test(template ?? "") ? template : undefined;
}

function draw(title: string, texts: readonly Text[]): void {
  const order = ({ place, text }: Text): string => hash("sha256", seed + place + text);
  const drawn = texts.toSorted((a, b) => order(a).localeCompare(order(b))).slice(0, Number(count));
  const lines = drawn.map(({ place, text }, index) => `${index + 1}. ${place}\n   ${text}\n`);
  process.stdout.write(`${title}: ${drawn.length} of ${texts.length}, seed ${seed}\n${lines.join("")}\n`);
}

draw("Comments", tokensIn("*", commentIn));
draw("Interface texts", tokensIn("{screens,tui,cli,hub,localhub,model,policy,receiver}", interfaceTextIn));
