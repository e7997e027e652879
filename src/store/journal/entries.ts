import type { Attempt, Header } from "../../model/delivery.ts";
import type { OutcomeUpdate } from "../ports.ts";
import type { RowDelivery } from "../sqlite/append-delivery.ts";
import type { LargeBody } from "../sqlite/large-bodies.ts";

/** Something that was handed to the log. */
export type JournalEntry =
  | {
      readonly kind: "row";
      readonly seq: number;
      readonly delivery: RowDelivery;
      readonly headersJson: string;
      readonly large: LargeBody | null;
    }
  | { readonly kind: "outcome"; readonly seq: number; readonly update: OutcomeUpdate }
  | { readonly kind: "attempt"; readonly seq: number; readonly attempt: Attempt };

/** A delivery, with the length of what is kept of its body in place of it. Arrays, because names would cost more than what they name. */
type RowFields = readonly [
  kind: 0,
  seq: number,
  bodyBytes: number,
  large: readonly [sha256: string, coding: LargeBody["coding"]] | null,
  receivedAtMs: number,
  route: string | null,
  method: string,
  path: string,
  remote: string,
  bytes: number,
  sha256: RowDelivery["sha256"],
  event: RowDelivery["event"],
  repo: RowDelivery["repo"],
  webhookId: string | null,
  auth: RowDelivery["auth"],
  outcome: RowDelivery["outcome"],
  schemaValid: boolean,
  status: number | null,
  durationMs: number | null,
  replayOf: number | null,
  dedupeKey: string | null,
  dedupeWithinMs: number | null,
];

type OutcomeFields = readonly [
  kind: 1,
  seq: number,
  outcome: OutcomeUpdate["outcome"],
  status: number | null,
  durationMs: number | null,
];

type AttemptFields = readonly [
  kind: 2,
  seq: number,
  replyBytes: number | null,
  replyHeaders: readonly Header[],
  attempt: Omit<Attempt, "reply">,
];

type Fields = RowFields | OutcomeFields | AttemptFields;

/** Entries as one text and the bytes of their bodies. */
export interface PackedEntries {
  /** JSON of all entries in a line, and then a line with the JSON of its headers for each row. */
  readonly text: string;
  /** In the order of the entries. */
  readonly bodies: readonly Uint8Array[];
}

const noBody = new Uint8Array();

/** One text for all: to make many objects of it, or of many objects it, costs a fraction of what single ones do. */
export function packEntries(entries: readonly JournalEntry[]): PackedEntries {
  const bodies: Uint8Array[] = [];
  const fields = entries.map((entry) => fieldsOf(entry, bodies));
  let text = JSON.stringify(fields);
  for (const entry of entries) if (entry.kind === "row") text += `\n${entry.headersJson}`;
  return { text, bodies };
}

function fieldsOf(entry: JournalEntry, bodies: Uint8Array[]): Fields {
  switch (entry.kind) {
    case "row":
      return rowFields(entry, bodies);
    case "outcome": {
      const { outcome, status, durationMs } = entry.update;
      return [1, entry.seq, outcome, status, durationMs];
    }
    case "attempt": {
      const { reply, ...attempt } = entry.attempt;
      if (reply !== null) bodies.push(reply.body);
      return [2, entry.seq, reply?.body.length ?? null, reply?.headers ?? [], attempt];
    }
    default:
      return entry satisfies never;
  }
}

function rowFields(
  { seq, delivery, large }: Extract<JournalEntry, { kind: "row" }>,
  bodies: Uint8Array[],
): RowFields {
  const body = large?.data ?? delivery.body;
  bodies.push(body);
  return [
    0,
    seq,
    body.length,
    large === null ? null : [Buffer.from(large.sha256).toString("hex"), large.coding],
    delivery.receivedAtMs,
    delivery.route,
    delivery.method,
    delivery.path,
    delivery.remote,
    delivery.bytes,
    delivery.sha256,
    delivery.event,
    delivery.repo,
    delivery.webhookId,
    delivery.auth,
    delivery.outcome,
    delivery.schemaValid,
    delivery.status,
    delivery.durationMs,
    delivery.replayOf,
    delivery.dedupeKey,
    delivery.dedupeWithinMs,
  ];
}

/** @param bytes all bodies, one after the other; the entries refer to it */
export function unpackEntries(text: string, bytes: Uint8Array): readonly JournalEntry[] {
  const [all = "", ...headers] = text.split("\n");
  let rows = 0;
  let end = 0;
  function take(length: number): Uint8Array {
    end += length;
    return bytes.subarray(end - length, end);
  }
  return (JSON.parse(all) as Fields[]).map((fields): JournalEntry => {
    switch (fields[0]) {
      case 0:
        rows += 1;
        return rowOf(fields, headers[rows - 1] ?? "[]", take(fields[2]));
      case 1:
        return {
          kind: "outcome",
          seq: fields[1],
          update: { outcome: fields[2], status: fields[3], durationMs: fields[4] },
        };
      default: {
        const [, seq, replyBytes, replyHeaders, attempt] = fields;
        const reply = replyBytes === null ? null : { headers: replyHeaders, body: take(replyBytes) };
        return { kind: "attempt", seq, attempt: { ...attempt, reply } };
      }
    }
  });
}

function rowOf(fields: RowFields, headersJson: string, kept: Uint8Array): JournalEntry {
  const large = fields[3];
  const delivery: RowDelivery = {
    receivedAtMs: fields[4],
    route: fields[5],
    method: fields[6],
    path: fields[7],
    remote: fields[8],
    body: large === null ? kept : noBody,
    bytes: fields[9],
    sha256: fields[10],
    event: fields[11],
    repo: fields[12],
    webhookId: fields[13],
    auth: fields[14],
    outcome: fields[15],
    schemaValid: fields[16],
    status: fields[17],
    durationMs: fields[18],
    replayOf: fields[19],
    dedupeKey: fields[20],
    dedupeWithinMs: fields[21],
  };
  const seq = fields[1];
  if (large === null) return { kind: "row", seq, delivery, headersJson, large };
  const [sha256, coding] = large;
  return {
    kind: "row",
    seq,
    delivery,
    headersJson,
    large: { sha256: Buffer.from(sha256, "hex"), coding, data: kept },
  };
}
