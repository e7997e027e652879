import type { OlderVersion, PageDiff } from "./page-diff.ts";

/** Version that a policy is compared with: a revision of git, or another file, named as the user wrote it. */
export type CompareBase =
  | { readonly kind: "revision"; readonly name: string }
  | { readonly kind: "file"; readonly name: string; readonly path: string };

/** Version that a page is compared with, and the differences from it. */
export interface Comparison extends Pick<CompareBase, "kind" | "name"> {
  readonly diff: PageDiff;
}

/** Usual baseline. */
export const head = { kind: "revision", name: "HEAD" } as const satisfies CompareBase;

/** Version that a policy is compared with, as it was read. */
export interface ReadVersion {
  readonly base: CompareBase;
  readonly version: OlderVersion;
}

/** Returns the version that a baseline is, by the name of its revision. */
export function revisionBase(name: string): CompareBase {
  return { kind: "revision", name };
}
