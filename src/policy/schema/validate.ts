import { validate } from "./compiled-schema.ts";
import { TooManyViolations, type Violation } from "./runtime.ts";

interface Validate {
  (value: unknown): boolean;
  errors?: readonly Violation[] | null;
}

const compiled = validate as Validate;

/**
 * Validates a value against schemas/vertical-policy.schema.json.
 * @returns the violations, at most `maxViolations`; empty if the value is valid
 */
export function violationsOf(value: unknown): readonly Violation[] {
  try {
    return compiled(value) ? [] : (compiled.errors ?? []);
  } catch (error) {
    if (error instanceof TooManyViolations) return error.violations;
    throw error;
  }
}
