import { availableParallelism, totalmem } from "node:os";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { StoredJobRun } from "../../store/job-records.ts";
import { byteSize } from "../../text/numbers.ts";
import { refusals } from "../errors.ts";
import { logStream } from "../jobs/job-log.ts";
import { jobAnswer } from "../jobs/job-wire.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { json } from "./hub-app.ts";
import { hardwareAnswerSchema, jobAnswerSchema, labelsSchema, newJobSchema, specOf } from "./job-schemas.ts";

const path = "/api/jobs/{namespace}";
const onePath = `${path}/{id}`;
const namespaceParam = z.object({ namespace: z.string() });
const oneParam = namespaceParam.extend({ id: z.string().openapi({ example: "687f911eaea852de79c4a50a" }) });
const oneAnswer = { 200: json(jobAnswerSchema, "The run") };

/** A query that may be given several times comes as a text or as a list. */
const repeated = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined ? [] : [value].flat()));

const hardwareRoute = createRoute({
  method: "get",
  path: "/api/jobs/hardware",
  responses: { 200: json(z.array(hardwareAnswerSchema), "What runs are made on: this machine") },
});
const runRoute = createRoute({
  method: "post",
  path,
  request: { params: namespaceParam, body: { ...json(newJobSchema, "What to run"), required: true } },
  responses: oneAnswer,
});
const listRoute = createRoute({
  method: "get",
  path,
  request: { params: namespaceParam, query: z.object({ stage: repeated, label: repeated }) },
  responses: { 200: json(z.array(jobAnswerSchema), "The runs, newest first") },
});
const getRoute = createRoute({
  method: "get",
  path: onePath,
  request: { params: oneParam },
  responses: oneAnswer,
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
      description: "Its output, until it has ended",
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
  responses: oneAnswer,
});
const labelsRoute = createRoute({
  method: "put",
  path: `${onePath}/labels`,
  request: { params: oneParam, body: { ...json(labelsSchema, "All its labels"), required: true } },
  responses: oneAnswer,
});

/**
 * The Hub's Jobs, as far as running them goes (huggingface_hub, `run_job` and what follows it): same paths, same bodies, same answers.
 * @param jobs null: this hub runs none, and says so
 */
export function addJobRoutes(app: OpenAPIHono, jobs: Jobs | null, account: string): void {
  /** The Jobs there are, for somebody who may see them. */
  function of(namespace: string): Jobs {
    const available = assertJobs(jobs);
    if (namespace === account) return available;
    throw refusals.foreignNamespace(namespace);
  }

  const answer = (run: StoredJobRun) => jobAnswer(run, Date.now());

  app.openapi(hardwareRoute, (context) => {
    assertJobs(jobs);
    return context.json([thisMachine()], 200);
  });

  app.openapi(runRoute, async (context) => {
    const { namespace } = context.req.valid("param");
    const run = await of(namespace).run(account, specOf(context.req.valid("json")));
    return context.json(answer(run), 200);
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
    return context.json(wanted.map(answer), 200);
  });

  app.openapi(getRoute, async (context) => {
    const { namespace, id } = context.req.valid("param");
    return context.json(answer(existing(await of(namespace).get(account, id))), 200);
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
    return context.json(answer(existing(await of(namespace).cancel(account, id))), 200);
  });

  app.openapi(labelsRoute, async (context) => {
    const { namespace, id } = context.req.valid("param");
    const { labels } = context.req.valid("json");
    return context.json(answer(existing(await of(namespace).setLabels(account, id, labels))), 200);
  });
}

/** @throws {RefusedError} 403: this hub is open to others, and runs nothing on its machine for them */
export function assertJobs(jobs: Jobs | null): Jobs {
  if (jobs !== null) return jobs;
  throw refusals.jobsDisabled();
}

function thisMachine(): z.infer<typeof hardwareAnswerSchema> {
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
