import type { ActionAnswer } from "./action.ts";

/** An answer whose body is a text, made once and sent many times. */
export interface JsonAnswer extends ActionAnswer {
  readonly body: string;
}

/** @param headers beside the type of the body: names and values in turn, without those of the connection */
export function jsonAnswer(status: number, value: object, headers: readonly string[] = []): JsonAnswer {
  return { status, headers: ["Content-Type", "application/json", ...headers], body: JSON.stringify(value) };
}

/** The answer of everything that went wrong: `{"error": …}`. */
export function errorAnswer(status: number, error: string, headers?: readonly string[]): JsonAnswer {
  return jsonAnswer(status, { error }, headers);
}
