import process from "node:process";
import { UsageError } from "../../../model/errors.ts";
import { secretIn } from "../../../model/secret.ts";
import { secretFromArgument } from "../../command-line/secret-argument.ts";

/** Parses variables `name=value`. @throws {UsageError} */
export function readVariables(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map((text) => readPair(text, "a variable", "--env EPOCHS=3")));
}

/**
 * Parses secrets `name=value`, `name=@FILE` and `name=env:NAME`.
 * @throws {UsageError} also if a file or a variable of this process has no value
 */
export function readSecrets(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const [name, value] = readPair(text, "a secret", "--secret HF_TOKEN=env:HF_TOKEN");
      return [name, secretOf(value)] as const;
    }),
  );
}

function secretOf(value: string): string {
  if (!value.startsWith("env:")) return secretFromArgument(value);
  const name = value.slice("env:".length);
  const found = secretIn(process.env[name] ?? "");
  if (found) return found;
  throw new UsageError({ what: `the variable ${name} is not set`, hint: "Set it, or give another secret" });
}

function readPair(text: string, what: string, example: string): readonly [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals >= 1) return [text.slice(0, equals), text.slice(equals + 1)];
  throw new UsageError({
    what: `"${text}" is not ${what}`,
    hint: `Write name=value, for example ${example}`,
  });
}
