import { type Service, serviceOf } from "../async/service.ts";
import { threadFile } from "../async/thread-file.ts";
import { createWorkerCalls } from "../async/worker-calls.ts";
import { PolicyThreadGoneError } from "../policy-files/errors.ts";
import type { PolicyMethods, PolicyThreadData } from "./thread.ts";

/** Thread that reads, checks and changes policies, one call at a time. */
export type PolicyService = Service<PolicyMethods>;

/** Opens the policy service; its thread starts with the first call. */
export function openPolicyService(data: PolicyThreadData): PolicyService {
  return serviceOf(
    createWorkerCalls({
      name: "hooklens policies",
      file: threadFile("policies", "policy-service/thread.ts"),
      data,
      goneError: (why, cause) =>
        new PolicyThreadGoneError({ what: "the policy checker has stopped", why, cause }),
    }),
  );
}
