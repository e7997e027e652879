import { hasMajority, isAtLeast, isPossible, parseQuorum } from "../fields/quorum.ts";
import { childPointer } from "../json-pointer.ts";
import { quoted } from "../quoted.ts";
import type { ChangeKind, PolicyChange } from "./change.ts";
import { differingText } from "./differing-text.ts";
import type { Gauge } from "./gauge.ts";
import { isSameValue } from "./match-clauses.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Paths and gauges of the fields of an object, and the wording of their changes. */
export interface FieldSection {
  readonly kind: ChangeKind;
  /** JSON Pointers of the containing object in both versions. */
  readonly oldPath: string;
  readonly newPath: string;
  /** Prefix of field names: `meta.`. */
  readonly prefix: string;
  readonly gauges: ReadonlyMap<string, Gauge>;
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : quoted(value);
}

/** Compares the named fields, in this order. A field may be absent in one version. */
export function fieldChanges(
  { kind, oldPath, newPath, prefix, gauges }: FieldSection,
  before: Fields,
  after: Fields,
  names: readonly string[],
): readonly PolicyChange[] {
  const valueOf = (fields: Fields, name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  return names.flatMap((name) => {
    const [old, now] = [valueOf(before, name), valueOf(after, name)];
    if (isSameValue(old, now)) return [];
    return {
      kind,
      direction: gauges.get(name)?.(old, now) ?? "changed",
      oldPath: old === undefined ? null : childPointer(oldPath, name),
      newPath: now === undefined ? null : childPointer(newPath, name),
      text: `${prefix}${quotedName(name)} ${valueChange(old, now)}`,
    };
  });
}

/** Formats the change of a value. Leaves out values that print alike, such as lists and objects. */
function valueChange(old: unknown, now: unknown): string {
  if (typeof old === "string" && typeof now === "string") return differingText(old, now);
  return shown(old) === shown(now) ? "has another value" : `${shown(old)} → ${shown(now)}`;
}

/** Returns the name of a field, quoted unless it is a plain word of at most 60 characters. */
function quotedName(name: string): string {
  return /^[A-Za-z0-9_.-]{1,60}$/.test(name) ? name : quoted(name);
}

/** Returns the field names of both versions without those in `except`, the old version's first. */
export function fieldNames(before: object, after: object, except: readonly string[] = []): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !except.includes(name));
}

const path = "/receipt_chain/quorum";

/**
 * Compares the quorums of two versions: more signatures are stronger, and so is a majority, since it prevents
 * two contradicting receipts. Signatures and majority are separate changes: 4-of-8 has more signatures than
 * 2-of-3, but no majority.
 */
export function quorumChanges(before: string, after: string): readonly PolicyChange[] {
  if (before === after) return [];
  const [old, now] = [parseQuorum(before), parseQuorum(after)];
  const isFewer = !isAtLeast(now.needed, old.needed);
  const isMore = !isAtLeast(old.needed, now.needed);
  // More signatures than nodes are an error, not a stronger requirement.
  const areComparable = isPossible(old) && isPossible(now);
  const step = !areComparable ? "changed" : isFewer ? "weakened" : isMore ? "strengthened" : "changed";
  const changes: PolicyChange[] = [
    {
      kind: "quorum",
      direction: step,
      oldPath: path,
      newPath: path,
      text: `quorum ${quoted(before)} → ${quoted(after)}`,
    },
  ];
  if (areComparable && hasMajority(old) !== hasMajority(now)) {
    changes.push({
      kind: "quorum-majority",
      direction: hasMajority(now) ? "strengthened" : "weakened",
      oldPath: path,
      newPath: path,
      text: hasMajority(now) ? "the quorum is a majority now" : "the quorum is no longer a majority",
    });
  }
  return changes;
}
