import { expect, it } from "vitest";
import { generalLines } from "../../../../../src/screens/policies/detail/general-lines.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { shippedPolicy } from "../../../../support/policy/policy-folder.ts";

it("shows each field with its value, and the section of those of the same name", () => {
  const page = pageOf(shippedPolicy("defense"));
  if (page.general === null) throw new Error("the policy has no general provisions");
  const text = generalLines(page, page.general, 100, "utc")
    .map(({ spans }) => spans.map(({ text: part }) => part).join(""))
    .join("\n");
  expect(text).toMatch(/retention days +\d+\n/);
  expect(text).toMatch(/── other fields ─+\n/);
  expect(text).toMatch(/ meta classification ceiling +[A-Z]+\n/);
  expect(text).toMatch(/ compliance thresholds classification ceiling +[A-Z]+\n/);
  for (const { text: value } of page.general.fields)
    expect(text.replaceAll(/\s+/g, " ")).toContain(value.replaceAll(/\s+/g, " ").trim());
});
