import type { Coalesced } from "../../async/coalesce.ts";
import type { PolicyService } from "../../policy-service/client.ts";
import type { PolicyPage } from "../../policy-service/policy-page.ts";
import type { WhatIf } from "../../policy/edit/what-if.ts";
import type { Fix } from "../../policy/finding.ts";
import type { App } from "../app.ts";

/** Fix, and the file content it was offered for. */
export interface OfferedFix {
  readonly path: string;
  readonly sha256: string;
  readonly fix: Fix;
}

/** Running part of the Policies screen, with the subjects of open questions and last reads. */
export interface PoliciesRunning {
  readonly service: PolicyService;
  /** Checks a file again, and shows its page if it is selected. */
  recheck(path: string): Promise<void>;
  /** Scans the directory, checks changed files, and watches the directory from then on. */
  load(): void;
  /** Makes and shows the page of the pending what-if changes; starts again after another change. */
  readonly tryPending: Coalesced;
  /** Fix of the last question, or null. */
  offeredFix: OfferedFix | null;
  /** Revision last compared with the directory; empty for none. */
  lastRevision: string;
  /** Page of the last read seal concerns, or null. */
  concernsOf: PolicyPage | null;
  /** Page of the last read receipts, or null. */
  historyOf: PolicyPage | null;
  /** What-if changes tried while others are written, or null. */
  waitingChanges: readonly WhatIf[] | null;
  /** SHA-256 of the changed file in the last question about pending changes, or null. */
  askedSha256: string | null;
  stop(): Promise<void>;
}

export type PoliciesApp = App<PoliciesRunning>;
