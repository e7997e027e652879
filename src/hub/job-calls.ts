import { z } from "zod";
import { NotFoundError } from "../model/errors.ts";
import {
  jobFactsFromWire,
  jobFlavorSchema,
  jobFromWire,
  jobLogEventSchema,
  jobSchema,
  logLineFromWire,
} from "../model/job-wire.ts";
import {
  defaultFlavor,
  type JobDraft,
  type JobFacts,
  type JobFlavor,
  type JobLogLine,
  type JobRun,
} from "../model/job.ts";
import { type Caller, type HubCall, idPattern } from "./call.ts";
import { endpointName } from "./endpoint.ts";
import { type HubError, HubRefusedError, NoJobsError } from "./errors.ts";
import { readEvents } from "./event-stream.ts";
import { connectionFailure } from "./failures.ts";

/** Calls of the Hub's API for Jobs. A `namespace` is an account or an organization. @default the token's account */
export interface JobCalls {
  runJob(draft: JobDraft): Promise<JobRun>;
  /** Lists the runs of a namespace, newest first. */
  listJobs(namespace?: string): Promise<readonly JobRun[]>;
  getJob(id: string, namespace?: string): Promise<JobFacts>;
  /** Lists the hardware for runs, with its prices. */
  jobFlavors(): Promise<readonly JobFlavor[]>;
  /**
   * Cancels a run and returns its state. It may take a few more seconds to end. An ended run does not change.
   */
  cancelJob(id: string, namespace?: string): Promise<JobRun>;
  /**
   * Yields the output of a run from its beginning until the run ends or the signal is aborted. A local hub that has
   * not started running Jobs sends only the stored lines.
   * @param onUnfinished called with each state of an incomplete line; the next yielded line replaces it. Only local
   * hubs send it.
   */
  jobLog(
    id: string,
    signal?: AbortSignal,
    namespace?: string,
    onUnfinished?: (line: JobLogLine) => void,
  ): AsyncGenerator<JobLogLine>;
}

const jobsResponse = z.array(jobSchema);
const flavorsResponse = z.array(jobFlavorSchema);

/**
 * Silence after which the connection counts as lost, in milliseconds. The Hub sends a keep-alive every 30 s.
 */
const silenceMs = 120_000;

/**
 * Creates the calls. Their namespace is the token's account, which is read once.
 * @param accountName reads the account; a failure is retried with the next call
 */
export function createJobCalls(
  caller: Caller,
  endpoint: string,
  accountName: () => Promise<string>,
): JobCalls {
  let account: Promise<string> | null = null;

  async function jobsPath(namespace: string | undefined): Promise<string> {
    if (namespace !== undefined) return `/api/jobs/${encodeURIComponent(namespace)}`;
    account ??= accountName().catch((error: unknown) => {
      account = null;
      throw error;
    });
    return `/api/jobs/${encodeURIComponent(await account)}`;
  }

  async function callOn(
    id: string,
    namespace: string | undefined,
    method: HubCall["method"],
    verb: string,
    end = "",
  ): Promise<HubCall> {
    if (!idPattern.test(id)) throw notFound(id, "an ID has only letters, digits, - and _");
    return { method, path: `${await jobsPath(namespace)}/${id}${end}`, what: `${verb} Job ${id}` };
  }

  function notFound(id: string, why: string | undefined): NotFoundError {
    return new NotFoundError({
      what: `${endpointName(endpoint)} has no Job ${id}`,
      why,
      hint: "Run hooklens jobs ls to list the runs of this account",
    });
  }

  /**
   * Awaits a call about one run. A 404 means that the run does not exist; only `aboutJobs` detects a hub
   * without Jobs.
   */
  async function aboutRun<T>(id: string, call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      if (isMissing(error)) throw notFound(id, error.why);
      throw error;
    }
  }

  /** Awaits a call about all Jobs. A 404 means that the hub has no Jobs. */
  async function aboutJobs<T>(call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new NoJobsError({
        what: `${endpointName(endpoint)} has no Jobs`,
        why: error.why,
        hint: "Use the Hub itself, or a local hub with --local",
        status: 404,
        requestId: error.requestId,
        cause: error,
      });
    }
  }

  const calls: JobCalls = {
    async runJob(draft) {
      const { command, environment = {}, secrets, labels, timeoutSeconds, flavor = defaultFlavor } = draft;
      const body = {
        command,
        arguments: [],
        environment,
        flavor,
        ...("image" in draft ? { dockerImage: draft.image } : { spaceId: draft.space }),
        ...(secrets === undefined ? {} : { secrets }),
        ...(labels === undefined ? {} : { labels }),
        ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
      };
      const path = await jobsPath(draft.namespace);
      const call: HubCall = { method: "POST", path, body, what: "run the Job" };
      return jobFromWire(await aboutJobs(caller.json(call, jobSchema)));
    },
    async listJobs(namespace) {
      const call: HubCall = { method: "GET", path: await jobsPath(namespace), what: "list the Jobs" };
      return (await aboutJobs(caller.json(call, jobsResponse))).map(jobFromWire);
    },
    async getJob(id, namespace) {
      const call = await callOn(id, namespace, "GET", "read");
      return jobFactsFromWire(await aboutRun(id, caller.json(call, jobSchema)));
    },
    async jobFlavors() {
      const call: HubCall = { method: "GET", path: "/api/jobs/hardware", what: "read the prices of Jobs" };
      return aboutJobs(caller.json(call, flavorsResponse));
    },
    async cancelJob(id, namespace) {
      await aboutRun(id, caller.send(await callOn(id, namespace, "POST", "cancel", "/cancel")));
      // The Hub does not document its response to a cancel.
      return calls.getJob(id, namespace);
    },
    async *jobLog(id, signal, namespace, onUnfinished) {
      const call = await callOn(id, namespace, "GET", "read the log of", "/logs");
      const body = await aboutRun(id, caller.stream(call, signal));
      try {
        for await (const { name, value } of readEvents(body, silenceMs, signal)) {
          const event = jobLogEventSchema.safeParse(value);
          if (!event.success) continue;
          if (name === "data") yield logLineFromWire(event.data);
          else onUnfinished?.(logLineFromWire(event.data));
        }
      } catch (error) {
        throw connectionFailure({ endpoint, what: call.what, timeoutMs: silenceMs }, error);
      }
    },
  };
  return calls;
}

function isMissing(error: unknown): error is HubError {
  return error instanceof HubRefusedError && error.status === 404;
}
