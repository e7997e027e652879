import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Where scripts/record-python-requests.ts puts what the real client sends. */
export const requestsFolder = fileURLToPath(new URL("../../fixtures/requests/", import.meta.url));

/** The token the requests were recorded with. */
export const recordedToken = "hf_local_test";

/** Where the webhook that watches everything sent to. Nothing listens there: what the hub was to send is looked up in its activity. */
export const recordedTarget = "http://127.0.0.1:9/hook";

/**
 * A request as the client sent it, and what it was answered. What a hub makes up anew each time (ids, shas) stands in the request as
 * `{{n/pointer}}`: the text at that JSON pointer of the answer to request n.
 */
const exchangeSchema = z.object({
  step: z.string(),
  method: z.string(),
  path: z.string(),
  /** In their order and spelling; `Host` is `{{host}}`. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
  /** Something was pushed with git before, which is not among these requests: what is answered need not be the same. */
  afterPush: z.boolean(),
  answer: z.object({ status: z.number(), type: z.string().nullable(), body: z.unknown() }),
});
export type Exchange = z.infer<typeof exchangeSchema>;

const recordingSchema = z.object({
  /** What must have fired by the end, in order, each as `scope.action`; without what was pushed. */
  events: z.array(z.string()),
  exchanges: z.array(exchangeSchema),
});
export type Recording = z.infer<typeof recordingSchema>;

/** One file for each script. */
export function recordedRequests(): readonly (Recording & { readonly name: string })[] {
  return readdirSync(requestsFolder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({
      name: file.replace(/\.json$/, ""),
      ...recordingSchema.parse(JSON.parse(readFileSync(join(requestsFolder, file), "utf8"))),
    }));
}

/** Ids (24 hex digits) and shas (40), whole or within a path or a URL. */
const madeUp = /(?<![0-9a-f])(?:[0-9a-f]{40}|[0-9a-f]{24})(?![0-9a-f])/g;

/** Puts in place of each id and sha that an earlier answer told where in it that was. */
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

/** The other way round: what these answers told at those places. */
export function withValues(text: string, answers: readonly unknown[]): string {
  return withRuns(text).replaceAll(/\{\{(\d+)(\/[^}]+)\}\}/g, (_, index: string, pointer: string) => {
    const found = leaves(answers[Number(index)]).find(([place]) => place === pointer);
    if (found === undefined) throw new Error(`answer ${index} has nothing at ${pointer}`);
    return found[1];
  });
}

/** A large file that is the same few bytes again and again is said to be that: `{{250000 times AP8B}}`. */
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

/** An answer without what is another each time: ids, shas, moments, the hub's address, names of requests. */
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
