import type { Coalesced } from "../../async/coalesce.ts";
import type { PolicyService } from "../../policy-service/client.ts";
import type { PolicyPage } from "../../policy-service/policy-page.ts";
import type { WhatIf } from "../../policy/edit/what-if.ts";
import type { Fix } from "../../policy/finding.ts";
import type { App } from "../app.ts";

/** Fix, and the content of the file that it was offered for. */
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
  /** Makes and shows the page of the pending what-if changes; a change during this makes it again. */
  readonly tryPending: Coalesced;
  /** Fix that was asked about last; null for none. */
  offeredFix: OfferedFix | null;
  /** Revision that the directory was compared with last; empty for none. */
  lastRevision: string;
  /** Page whose concerns about a seal were read last; null for none. */
  concernsOf: PolicyPage | null;
  /** Page whose receipts were read last; null for none. */
  historyOf: PolicyPage | null;
  /** What-if changes that were tried while others are written; null while none are. */
  waitingChanges: readonly WhatIf[] | null;
  /** SHA-256 of the changed file with pending changes that was asked about last; null for none. */
  askedSha256: string | null;
  stop(): Promise<void>;
}

export type PoliciesApp = App<PoliciesRunning>;
