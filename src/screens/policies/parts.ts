import type { PolicyService } from "../../policy-service/client.ts";
import type { Registry } from "../../tui/registry.ts";
import type { Store } from "../../tui/state/store.ts";
import type { PolicyFolder } from "../context.ts";

/** Parts that the effects of each view of the screen use. */
export interface PolicyParts {
  readonly store: Store;
  readonly registry: Registry;
  /** Directory of the policies; null for none. */
  readonly folder: PolicyFolder | null;
  readonly service: PolicyService;
  /** Checks a file again, and shows its page if it is selected. */
  recheck(path: string): Promise<void>;
}
