import { randomBytes } from "node:crypto";
import type { HubAnswer, StandInHub } from "./stand-in-hub.ts";

/** Run as the Hub's API returns it. Source: the Python client's `JobInfo`. */
export interface HubJob {
  readonly id: string;
  readonly status: { readonly stage: string; readonly message?: string };
  readonly [field: string]: unknown;
}

export interface StandInJobs {
  /** Runs by ID, oldest first. Changing it is what another client does. */
  readonly runs: Map<string, HubJob>;
  /** Output by ID of the run. */
  readonly output: Map<string, readonly string[]>;
  /** Adds a run of the account, with changes. */
  add(run?: Partial<HubJob>): HubJob;
}

/** Hardware with the prices of the Hub. */
const flavors = [
  ["cpu-basic", "CPU Basic", 0.000_167],
  ["t4-small", "Nvidia T4 - small", 0.006_67],
  ["a10g-small", "Nvidia A10G - small", 0.016_67],
].map(([name, prettyName, unitCostUSD]) => ({ name, prettyName, unitCostUSD, unitLabel: "minute" }));

const path = String.raw`/api/jobs/([\w-]+)`;
const notFound: HubAnswer = [404, { error: "Job not found" }];

/** Adds the Jobs of the real Hub to a stand-in: runs of any namespace, which stay RUNNING until they are canceled. */
export function standInJobs(hub: StandInHub): StandInJobs {
  const runs = new Map<string, HubJob>();
  const output = new Map<string, readonly string[]>();
  const put = (run: HubJob): HubJob => {
    runs.set(run.id, run);
    return run;
  };
  const add = (run: Partial<HubJob> = {}, namespace = "me"): HubJob =>
    put({
      id: randomBytes(12).toString("hex"),
      command: ["true"],
      arguments: [],
      environment: {},
      dockerImage: "python:3.12",
      flavor: "cpu-basic",
      createdAt: new Date().toISOString(),
      owner: { id: "0".repeat(24), name: namespace, type: "user" },
      initiator: { type: "user", id: "0".repeat(24) },
      status: { stage: "RUNNING" },
      ...run,
    });
  const oneOf = ([, id = ""]: readonly string[]) => runs.get(id);
  hub.serve(
    [/^GET \/api\/jobs\/hardware$/, () => [200, flavors]],
    [
      new RegExp(`^GET ${path}$`),
      ({ match: [namespace] }) => [
        200,
        [...runs.values()]
          .filter(({ owner }) => JSON.stringify(owner).includes(`"${namespace}"`))
          .toReversed(),
      ],
    ],
    [
      new RegExp(`^POST ${path}$`),
      ({ match: [namespace], body: { secrets, timeoutSeconds, ...spec } }) => {
        if (typeof spec["dockerImage"] === typeof spec["spaceId"]) {
          return [400, { error: '"value" must contain at least one of [dockerImage, spaceId]' }];
        }
        const names = Object.fromEntries(Object.keys(secrets ?? {}).map((name) => [name, null]));
        return [
          200,
          add({ dockerImage: undefined, ...spec, secrets: names, timeout: timeoutSeconds }, namespace),
        ];
      },
    ],
    [
      new RegExp(`^GET ${path}/(\\w+)$`),
      ({ match }) => {
        const run = oneOf(match);
        return run === undefined ? notFound : [200, run];
      },
    ],
    [
      new RegExp(`^POST ${path}/(\\w+)/cancel$`),
      ({ match }) => {
        const run = oneOf(match);
        return run === undefined ? notFound : [200, put({ ...run, status: { stage: "CANCELED" } })];
      },
    ],
    [
      new RegExp(`^GET ${path}/(\\w+)/logs$`),
      ({ match }) => {
        const run = oneOf(match);
        if (run === undefined) return notFound;
        const lines = output.get(run.id) ?? [];
        const events = lines.map(
          (data) => `data: ${JSON.stringify({ timestamp: run["createdAt"], data })}\n\n`,
        );
        return [200, events.join(""), { "content-type": "text/event-stream" }];
      },
    ],
  );
  return { runs, output, add };
}
