/** Reason for an unreadable version in git. */
export interface GitProblem {
  readonly kind:
    | "no-repository"
    | "no-git"
    | "no-commits"
    | "no-revision"
    | "not-in-revision"
    | "not-a-file"
    | "too-large"
    | "failed";
  /** Words without a full stop: `the file is not in HEAD: it is new or untracked`. */
  readonly why: string;
}

/** Returns true for a problem among the results of a read. */
export function isGitProblem(value: object): value is GitProblem {
  return "why" in value;
}
