import type { PageDiff } from "./page-diff.ts";

/** Version that a policy is compared with: a revision of git, or another file, named as the user wrote it. */
export type CompareBase =
  | { readonly kind: "revision"; readonly name: string }
  | { readonly kind: "file"; readonly name: string; readonly path: string };

/** Version that a page is compared with, and the differences from it. */
export interface Comparison extends Pick<CompareBase, "kind" | "name"> {
  readonly diff: PageDiff;
}

/** Version that a policy is compared with unless another one is chosen. */
export const head = { kind: "revision", name: "HEAD" } as const satisfies CompareBase;
