import { describeStore } from "../../engine/stores.ts";
import { failureLine, isHooklensError } from "../../model/errors.ts";
import { secretIn } from "../../model/secret.ts";
import { readDuration } from "../../text/duration.ts";
import { readByteSize } from "../../text/numbers.ts";
import { SettingError } from "../errors.ts";
import { absolutePath } from "./absolute-path.ts";
import type { Setting, SettingContext, Zod } from "./setting.ts";

export function text(z: Zod) {
  return z.string().min(1);
}

export function port(z: Zod) {
  return z.int().min(0).max(65_535);
}

export function showPort(given: number | null): string {
  return given === null ? "the last one used, or a free one" : String(given);
}

/** One secret, or several during a rotation. */
export function secrets(z: Zod) {
  const secret = z.string().min(1).overwrite(secretIn);
  return z.union([secret, z.array(secret).min(1)]);
}

/** Size of at least `least` bytes: a number, or text such as 5MiB. */
export function size(z: Zod, least: number) {
  return z.union([
    z.int().min(least),
    z
      .string()
      .refine(
        (given) => (readByteSize(given) ?? -1) >= least,
        "a size is a number with kB, MB, GB, KiB, MiB or GiB",
      ),
  ]);
}

export function delay(z: Zod) {
  return z
    .string()
    .refine((given) => readDuration(given) !== null, "a duration is a number with ms, s, min, h or d");
}

/** Delays of a retry schedule. */
export function delays(z: Zod) {
  return z.array(delay(z)).max(100);
}

/** Converts a delay to milliseconds. */
export function readDelay(given: string): number {
  return readDuration(given) ?? 0;
}

/** Converts delays to milliseconds. */
export function readDelays(given: readonly string[]): readonly number[] {
  return given.map(readDelay);
}

/** Parses an age such as `7d` into milliseconds. @throws {SettingError} */
export function readAge(given: string): number {
  const ageMs = readDuration(given);
  if (ageMs !== null && ageMs > 0) return ageMs;
  throw new SettingError({
    what: `"${given}" is not a value for --since or HOOKLENS_SINCE`,
    hint: "Give an age such as 7d or 12h",
  });
}

export function absoluteOrNull(dir: Setting<string | null>, context: SettingContext): Setting<string | null> {
  return dir.value === null ? dir : absolutePath({ ...dir, value: dir.value }, context);
}

export function storeSchema(z: Zod) {
  return z
    .string()
    .min(1)
    .superRefine((store, context) => {
      try {
        describeStore(store);
      } catch (error) {
        if (!isHooklensError(error)) throw error;
        context.addIssue({ code: "custom", message: failureLine(error) });
      }
    });
}

/** Checks the value of `--store`, and says where an invalid one comes from. */
export function checkStore(store: Setting<string>): Setting<string> {
  try {
    describeStore(store.value);
    return store;
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    const { what, why, hint } = error;
    throw new SettingError({
      what,
      why: why === undefined ? store.from : `${store.from}: ${why}`,
      hint,
      cause: error,
    });
  }
}
