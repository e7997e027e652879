import type { Attempt, NewDelivery } from "../../model/delivery.ts";
import type { OutcomeUpdate } from "../ports.ts";
import type { LargeBody } from "../sqlite/large-bodies.ts";

/** Something that was handed to the log. */
export type JournalEntry =
  | {
      readonly kind: "row";
      readonly seq: number;
      readonly delivery: NewDelivery;
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
  headers: NewDelivery["headers"],
  bytes: number,
  sha256: string | null,
  event: NewDelivery["event"],
  repo: NewDelivery["repo"],
  webhookId: string | null,
  auth: NewDelivery["auth"],
  outcome: NewDelivery["outcome"],
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
  replyHeaders: NewDelivery["headers"],
  attempt: Omit<Attempt, "reply">,
];

type Fields = RowFields | OutcomeFields | AttemptFields;

/** Entries as one text and the bytes of their bodies. */
export interface PackedEntries {
  readonly text: string;
  /** In the order of the entries. */
  readonly bodies: readonly Uint8Array[];
}

const noBody = new Uint8Array();

/** One text for all: to make many objects of it, or of many objects it, costs a fraction of what single ones do. */
export function packEntries(entries: readonly JournalEntry[]): PackedEntries {
  const bodies: Uint8Array[] = [];
  const fields = entries.map((entry) => fieldsOf(entry, bodies));
  return { text: JSON.stringify(fields), bodies };
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
    delivery.headers,
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
  let end = 0;
  function take(length: number): Uint8Array {
    end += length;
    return bytes.subarray(end - length, end);
  }
  return (JSON.parse(text) as Fields[]).map((fields): JournalEntry => {
    switch (fields[0]) {
      case 0:
        return rowOf(fields, take(fields[2]));
      case 1:
        return {
          kind: "outcome",
          seq: fields[1],
          update: { outcome: fields[2], status: fields[3], durationMs: fields[4] },
        };
      default: {
        const [, seq, replyBytes, headers, attempt] = fields;
        const reply = replyBytes === null ? null : { headers, body: take(replyBytes) };
        return { kind: "attempt", seq, attempt: { ...attempt, reply } };
      }
    }
  });
}

function rowOf(fields: RowFields, kept: Uint8Array): JournalEntry {
  const large = fields[3];
  const delivery: NewDelivery = {
    receivedAtMs: fields[4],
    route: fields[5],
    method: fields[6],
    path: fields[7],
    remote: fields[8],
    headers: fields[9],
    body: large === null ? kept : noBody,
    bytes: fields[10],
    sha256: fields[11],
    event: fields[12],
    repo: fields[13],
    webhookId: fields[14],
    auth: fields[15],
    outcome: fields[16],
    schemaValid: fields[17],
    status: fields[18],
    durationMs: fields[19],
    replayOf: fields[20],
    dedupeKey: fields[21],
    dedupeWithinMs: fields[22],
  };
  if (large === null) return { kind: "row", seq: fields[1], delivery, large };
  const [sha256, coding] = large;
  return {
    kind: "row",
    seq: fields[1],
    delivery,
    large: { sha256: Buffer.from(sha256, "hex"), coding, data: kept },
  };
}
