import { canonicalJson } from "./canonical.ts";
import { type ReceiptFinding, receiptFinding } from "./receipt-finding.ts";
import { type Receipt, receiptSchema } from "./receipt.ts";

/** Receipt and its line in the file, from 1. */
export interface ReceiptEntry {
  readonly line: number;
  readonly receipt: Receipt;
}

interface ReceiptLines {
  /** Readable receipts in file order. */
  readonly entries: readonly ReceiptEntry[];
  /** Numbers of the unreadable lines. */
  readonly unreadable: ReadonlySet<number>;
  /** Size of the complete lines in bytes; an incomplete line may follow. */
  readonly wholeBytes: number;
  readonly findings: readonly ReceiptFinding[];
}

const lineFeed = 0x0a;

/**
 * Reads a receipts file. Reports every line that differs from the format of `seal`, and thus each changed byte.
 */
export function readReceiptLines(bytes: Uint8Array): ReceiptLines {
  const entries: ReceiptEntry[] = [];
  const unreadable = new Set<number>();
  const findings: ReceiptFinding[] = [];
  let start = 0;
  for (let line = 1; ; line++) {
    const end = bytes.indexOf(lineFeed, start);
    if (end === -1) {
      if (start < bytes.length) {
        unreadable.add(line);
        findings.push(receiptFinding("half-written", line, "the line is incomplete"));
      }
      return { entries, unreadable, wholeBytes: start, findings };
    }
    const read = readLine(bytes.subarray(start, end));
    if (typeof read === "string") {
      unreadable.add(line);
      findings.push(receiptFinding("unreadable-line", line, read));
    } else {
      entries.push({ line, receipt: read.receipt });
      if (!read.isCanonical) {
        findings.push(
          receiptFinding("not-canonical", line, "the line is not in canonical form: its text was changed"),
        );
      }
    }
    start = end + 1;
  }
}

/** Returns the receipt of a line, or a message if the line has none. */
function readLine(bytes: Uint8Array): { readonly receipt: Receipt; readonly isCanonical: boolean } | string {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
  } catch (error) {
    return error instanceof SyntaxError ? "the line is not JSON" : "the line is not UTF-8";
  }
  const parsed = receiptSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue === undefined || issue.path.length === 0 ? "" : ` (${issue.path.join(".")})`;
    return `the line is not a receipt${path}`;
  }
  // Returns the value as read instead of the validated one: all its keys are hashed.
  return { receipt: value as Receipt, isCanonical: isCanonical(value, text) };
}

function isCanonical(value: unknown, text: string): boolean {
  try {
    return canonicalJson(value) === text;
  } catch {
    // The value has no canonical form, for example an escaped lone surrogate; sealed lines always have one.
    return false;
  }
}
