import type { Violation } from "./violation.ts";

/**
 * As many violations of one document are listed, and no more looked for. A document of a policy's size, wrong in every field, has some
 * four hundred; more come only of lists and objects that are far too long, which is said of them too.
 */
export const maxViolations = 1_000;

/** Thrown when there are that many. */
export class TooManyViolations extends Error {
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super(`more than ${maxViolations} violations`);
    this.violations = violations;
  }
}

/** The compiled schema calls it for each violation but the first. @throws {TooManyViolations} */
export function addViolation(violations: Violation[], violation: Violation): void {
  if (violations.length >= maxViolations) throw new TooManyViolations(violations);
  violations.push(violation);
}
