import { expect, it } from "vitest";
import { categoryOf } from "../../../../src/policy/matrix/category.ts";

it.each([
  ["45 CFR 164.308(a)(1)(ii)(A)", "45 CFR 164"],
  ["42 USC 17932; 45 CFR 164.404", "42 USC"],
  ["HITECH 13402", "HITECH"],
  ["ISO 26262-2:2018, clause 5", "ISO 26262"],
  ["ISO/SAE 21434:2021, clause 8", "ISO/SAE 21434"],
  ["NIST SP 800-171r2, 3.1.1", "NIST SP 800-171"],
  ["CIP-007-6 R2", "CIP"],
  ["DFARS 252.204-7012(c)", "DFARS 252"],
  ["DO-178C section 6.4.4", "DO-178C"],
  ["AI Act Article 10", "AI Act"],
  ["GDPR Art. 5", "GDPR"],
  ["SOLAS XI-2/6", "SOLAS"],
  ["ISPS Code A/13", "ISPS Code"],
  ["ICH Q9(R1), section 5", "ICH Q9"],
  ["Belmont Report, part B.1", "Belmont Report"],
  ["SR 11-7, section IV", "SR 11-7"],
  ["Health and Safety at Work Act § 3", "Health and Safety at Work Act"],
  ["  GDPR \n Article 5 ", "GDPR"],
  ["1234", "1234"],
  [", part 3", ", part 3"],
  ["", "no citation"],
  [null, "no citation"],
])("names the instrument of the citation %j: %s", (citation, category) => {
  expect(categoryOf(citation)).toBe(category);
});

it("takes no time for a long hostile citation", () => {
  for (const piece of ["(", " A/", "§ ", "45 CFR ", "1.", " V-"]) {
    expect(categoryOf(piece.repeat(100_000)).length).toBeLessThanOrEqual(200);
  }
});
