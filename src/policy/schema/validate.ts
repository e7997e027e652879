import { validate } from "./compiled-schema.ts";
import { TooManyViolations, type Violation } from "./runtime.ts";

interface Validate {
  (value: unknown): boolean;
  errors?: readonly Violation[] | null;
}

const compiled = validate as Validate;

/**
 * All that schemas/vertical-policy.schema.json has against a value, in the order it is met; the first `maxViolations` of them.
 * Empty: nothing.
 */
export function violationsOf(value: unknown): readonly Violation[] {
  try {
    return compiled(value) ? [] : (compiled.errors ?? []);
  } catch (error) {
    if (error instanceof TooManyViolations) return error.violations;
    throw error;
  }
}
