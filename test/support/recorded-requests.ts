import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Directory in which scripts/record-python-requests.ts stores the requests of the real client. */
export const requestsFolder = fileURLToPath(new URL("../../fixtures/requests/", import.meta.url));

/** Token of the recorded requests. */
export const recordedToken = "hf_local_test";

/** Target of the webhook that watches everything. Nothing listens there; dispatches are read from the activity. */
export const recordedTarget = "http://127.0.0.1:9/hook";

/**
 * Recorded request and its response. IDs and SHAs, which differ in each run, are replaced in the request by
 * `{{n/pointer}}`: the text at a JSON Pointer of the response to request n.
 */
const exchangeSchema = z.object({
  step: z.string(),
  method: z.string(),
  path: z.string(),
  /** Headers in their order and spelling; `Host` is `{{host}}`. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
  /** True after a git push, which is not recorded: responses may then differ. */
  afterPush: z.boolean(),
  answer: z.object({ status: z.number(), type: z.string().nullable(), body: z.unknown() }),
});
export type Exchange = z.infer<typeof exchangeSchema>;

const recordingSchema = z.object({
  /** Expected events in order, as `scope.action`, without those of pushes. */
  events: z.array(z.string()),
  exchanges: z.array(exchangeSchema),
});
export type Recording = z.infer<typeof recordingSchema>;

/** Returns the recordings, one per script. */
export function recordedRequests(): readonly (Recording & { readonly name: string })[] {
  return readdirSync(requestsFolder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({
      name: file.replace(/\.json$/, ""),
      ...recordingSchema.parse(JSON.parse(readFileSync(join(requestsFolder, file), "utf8"))),
    }));
}

/** Pattern of IDs (24 hex digits) and SHAs (40), also within a path or a URL. */
const madeUp = /(?<![0-9a-f])(?:[0-9a-f]{40}|[0-9a-f]{24})(?![0-9a-f])/g;

/** Replaces each ID and SHA of an earlier response with its place, and long repetitions with their count. */
export function withPlaces(text: string, answers: readonly unknown[]): string {
  return withoutRuns(placed(text, answers));
}

function placed(text: string, answers: readonly unknown[]): string {
  const places = new Map<string, string>();
  for (const [index, answer] of answers.entries()) {
    for (const [pointer, leaf] of leaves(answer)) {
      const whole = leaf.match(madeUp);
      if (whole?.length === 1 && whole[0] === leaf && !places.has(leaf))
        places.set(leaf, `{{${index}${pointer}}}`);
    }
  }
  return text.replaceAll(madeUp, (found) => places.get(found) ?? found);
}

/** Replaces places with the values of these responses; the reverse of `withPlaces`. */
export function withValues(text: string, answers: readonly unknown[]): string {
  return withRuns(text).replaceAll(/\{\{(\d+)(\/[^}]+)\}\}/g, (_, index: string, pointer: string) => {
    const found = leaves(answers[Number(index)]).find(([place]) => place === pointer);
    if (found === undefined) throw new Error(`answer ${index} has nothing at ${pointer}`);
    return found[1];
  });
}

/** Replaces 1,000 or more repetitions of 4 characters: `{{250000 times AP8B}}`. */
function withoutRuns(text: string): string {
  return text.replaceAll(
    /([\w+/]{4})\1{999,}/g,
    (run, unit: string) => `{{${run.length / unit.length} times ${unit}}}`,
  );
}

function withRuns(text: string): string {
  return text.replaceAll(/\{\{(\d+) times ([^}]+)\}\}/g, (_, times: string, unit: string) =>
    unit.repeat(Number(times)),
  );
}

/** Replaces the parts of a response that differ in each run: IDs, SHAs, times, the hub's URL. */
export function withoutMadeUp(answer: unknown): unknown {
  const text = (JSON.stringify(answer) ?? "null")
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "http://hub")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uuid>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<moment>")
    .replaceAll(madeUp, (found) => (found.length === 40 ? "<sha>" : "<id>"));
  return JSON.parse(text);
}

function leaves(value: unknown, pointer = ""): readonly (readonly [pointer: string, text: string])[] {
  if (typeof value === "string") return [[pointer, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    leaves(child, `${pointer}/${key.replaceAll("}", "")}`),
  );
}
