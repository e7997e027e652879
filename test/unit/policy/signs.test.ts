import { expect, test } from "vitest";
import { signs } from "../../../src/policy/signs.ts";
import { sourceFiles } from "../../support/source-files.ts";

/** Rooms and files that draw policies. */
const drawsPolicies = /^(policy|screens\/policies|tables\/(polic|seal)|cli\/commands\/policy)/;
/** Files with the arrow of a sorted column. */
const arrows = new Set(["screens/policies/list/heat-map.ts", "screens/policies/matrix/matrix-head.ts"]);
/** Signs that are punctuation, too. */
const punctuation = new Set<string>([signs.neutral, signs.changed]);

test("signs of policies are written in their table only", () => {
  const all = Object.values(signs).filter((sign) => !punctuation.has(sign));
  const written = sourceFiles
    .filter(({ path }) => drawsPolicies.test(path) && path !== "policy/signs.ts")
    .flatMap(({ path, text }) =>
      withoutComments(text)
        .split("\n")
        .filter((line) => all.some((sign) => line.includes(sign)))
        .filter((line) => !arrows.has(path) || !/[▲▼]/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(written).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}
