import { expect, it } from "vitest";
import { generalLines } from "../../../../src/screens/policies/document/general-lines.ts";
import { pageOf } from "../../../support/app/policy-state.ts";
import { shippedPolicy } from "../../../support/policy/policy-folder.ts";

it("names each other field once, also if two sections have it", () => {
  const page = pageOf(shippedPolicy("defense"));
  if (page.general === null) throw new Error("the policy has no general provisions");
  const text = generalLines(page, page.general, 100, "utc")
    .map(({ spans }) => spans.map(({ text: part }) => part).join(""))
    .join("\n");
  expect(text.match(/classification ceiling/g)).toHaveLength(1);
});
