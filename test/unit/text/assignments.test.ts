import { expect, test } from "vitest";
import { formatAssignments, readAssignments } from "../../../src/text/assignments.ts";
import { hostileText } from "../../support/hostile-text.ts";
import { seededRandom } from "../../support/random.ts";

test("assignments are read as a shell reads them", () => {
  expect(readAssignments("")).toEqual({});
  expect(readAssignments(` A=1  B='two words' C="it's" D= E=a\\ b F=x"y z"'!' `)).toEqual({
    A: "1",
    B: "two words",
    C: "it's",
    D: "",
    E: "a b",
    F: "xy z!",
  });
  for (const wrong of ["A", "=1", "A=1 B", "A='x", 'A="x', "A=1\\", "'A'=1"]) {
    expect(readAssignments(wrong)).toBeNull();
  }
});

test("whatever is formatted is read again", () => {
  const random = seededRandom(7);
  for (let round = 0; round < 5_000; round++) {
    const variables = { A: hostileText(random, 20), B_2: "$(rm) '\" \\", [`N${round}`]: "" };
    expect(readAssignments(formatAssignments(variables))).toEqual(variables);
  }
});
