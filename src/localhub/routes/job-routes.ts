import { availableParallelism, totalmem } from "node:os";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { StoredJobRun } from "../../store/job-records.ts";
import { byteSize } from "../../text/numbers.ts";
import { refusals } from "../errors.ts";
import { logStream } from "../jobs/job-log.ts";
import { jobResponse } from "../jobs/job-wire.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { json } from "./hub-app.ts";
import {
  hardwareResponseSchema,
  jobResponseSchema,
  labelsSchema,
  newJobSchema,
  specOf,
} from "./job-schemas.ts";

const path = "/api/jobs/{namespace}";
const onePath = `${path}/{id}`;
const namespaceParam = z.object({ namespace: z.string() });
const oneParam = namespaceParam.extend({ id: z.string().openapi({ example: "687f911eaea852de79c4a50a" }) });
const oneResponse = { 200: json(jobResponseSchema, "The run") };

/** Query parameter that may be repeated: one string or a list. */
const repeated = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined ? [] : [value].flat()));

const hardwareRoute = createRoute({
  method: "get",
  path: "/api/jobs/hardware",
  responses: { 200: json(z.array(hardwareResponseSchema), "Available hardware: this machine") },
});
const runRoute = createRoute({
  method: "post",
  path,
  request: { params: namespaceParam, body: { ...json(newJobSchema, "The Job to run"), required: true } },
  responses: oneResponse,
});
const listRoute = createRoute({
  method: "get",
  path,
  request: { params: namespaceParam, query: z.object({ stage: repeated, label: repeated }) },
  responses: { 200: json(z.array(jobResponseSchema), "The runs, newest first") },
});
const getRoute = createRoute({
  method: "get",
  path: onePath,
  request: { params: oneParam },
  responses: oneResponse,
});
const logsRoute = createRoute({
  method: "get",
  path: `${onePath}/logs`,
  request: {
    params: oneParam,
    query: z.object({ tail: z.string().regex(/^\d+$/, { error: "must be a number" }).optional() }),
  },
  responses: {
    200: {
      description: "Output of the run until it ends",
      content: {
        "text/event-stream": {
          schema: z
            .string()
            .openapi({ example: 'data: {"timestamp":"2026-11-20T10:00:00.000Z","data":"hello"}' }),
        },
      },
    },
  },
});
const cancelRoute = createRoute({
  method: "post",
  path: `${onePath}/cancel`,
  request: { params: oneParam },
  responses: oneResponse,
});
const labelsRoute = createRoute({
  method: "put",
  path: `${onePath}/labels`,
  request: { params: oneParam, body: { ...json(labelsSchema, "All labels of the run"), required: true } },
  responses: oneResponse,
});

/**
 * Adds the routes that run Jobs, with the paths, bodies and responses of the Hub (huggingface_hub `run_job`).
 * @param jobs null if this hub runs none; requests are then refused
 */
export function addJobRoutes(app: OpenAPIHono, jobs: Jobs | null, account: string): void {
  /**
   * Returns the Jobs of a namespace.
   * @throws {RefusedError} 403 this hub runs none, or the namespace is not the account
   */
  function of(namespace: string): Jobs {
    const available = assertJobs(jobs);
    if (namespace === account) return available;
    throw refusals.foreignNamespace(namespace);
  }

  const responseOf = (run: StoredJobRun) => jobResponse(run, Date.now());

  app.openapi(hardwareRoute, (context) => {
    assertJobs(jobs);
    return context.json([thisMachine()], 200);
  });

  app.openapi(runRoute, async (context) => {
    const { namespace } = context.req.valid("param");
    const run = await of(namespace).run(account, specOf(context.req.valid("json")));
    return context.json(responseOf(run), 200);
  });

  app.openapi(listRoute, async (context) => {
    const runs = await of(context.req.valid("param").namespace).list(account);
    const { stage, label } = context.req.valid("query");
    const wanted = runs.filter(
      (run) =>
        (stage.length === 0 || stage.includes(run.stage)) &&
        label.every((pair) =>
          Object.entries(run.spec.labels).some(([key, value]) => pair === `${key}=${value}`),
        ),
    );
    return context.json(wanted.map(responseOf), 200);
  });

  app.openapi(getRoute, async (context) => {
    const { namespace, id } = context.req.valid("param");
    return context.json(responseOf(existing(await of(namespace).get(account, id))), 200);
  });

  app.openapi(logsRoute, async (context) => {
    const { namespace, id } = context.req.valid("param");
    const { tail } = context.req.valid("query");
    const available = of(namespace);
    const run = existing(await available.get(account, id));
    const lines = tail === undefined ? null : Number(tail);
    return new Response(
      logStream((signal) => available.follow(run, lines, signal)),
      { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } },
    );
  });

  app.openapi(cancelRoute, async (context) => {
    const { namespace, id } = context.req.valid("param");
    return context.json(responseOf(existing(await of(namespace).cancel(account, id))), 200);
  });

  app.openapi(labelsRoute, async (context) => {
    const { namespace, id } = context.req.valid("param");
    const { labels } = context.req.valid("json");
    return context.json(responseOf(existing(await of(namespace).setLabels(account, id, labels))), 200);
  });
}

/**
 * Returns the Jobs.
 * @throws {RefusedError} 403 this hub runs none
 */
export function assertJobs(jobs: Jobs | null): Jobs {
  if (jobs !== null) return jobs;
  throw refusals.jobsDisabled();
}

function thisMachine(): z.infer<typeof hardwareResponseSchema> {
  return {
    name: "cpu-basic",
    prettyName: "This machine",
    cpu: `${availableParallelism()} vCPU`,
    ram: byteSize(totalmem()),
    unitCostMicroUSD: 0,
    unitCostUSD: 0,
    unitLabel: "minute",
  };
}

function existing(run: StoredJobRun | null): StoredJobRun {
  if (run === null) throw refusals.jobNotFound();
  return run;
}
