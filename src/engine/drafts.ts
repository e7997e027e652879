import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type ReadRequest, readRequest, requestText } from "../exports/request-text.ts";
import { writeFileAtomic } from "../files/write-file-atomic.ts";
import type { DeliveryDetail } from "../model/delivery.ts";
import { UsageError } from "../model/errors.ts";
import { fileError } from "../store/file-error.ts";

/** Text of an edited delivery: a private file that stays until it is sent or discarded. */
export interface Draft {
  readonly path: string;
  /** Reads the edited text. @param maxBodyBytes maximum size of a body of the receiver */
  read(maxBodyBytes: number): ReadRequest;
  discard(): void;
}

/**
 * Opens the draft of a delivery. Creates it unless an earlier edit left one.
 * @throws {UsageError} the body is binary
 * @throws {StoreUnwritableError | StoreFullError}
 */
export function openDraft(dataDir: string, delivery: DeliveryDetail): Draft {
  const { seq, receivedAt } = delivery;
  const opened = requestText(delivery);
  if (opened === null) {
    throw new UsageError({
      what: `delivery ${seq} cannot be edited`,
      why: "its body is binary, and an editor would change its bytes",
      hint: "Replay it unchanged, or send another body with hooklens deliveries replay --body FILE",
    });
  }
  const directory = join(dataDir, "drafts");
  // The time distinguishes deliveries of different logs.
  const path = join(directory, `${seq}-${Date.parse(receivedAt)}.http`);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileAtomic(path, opened, { mode: 0o600, replace: false });
  } catch (error) {
    throw fileError(error, path);
  }
  return {
    path,
    read: (maxBodyBytes) => readRequest(readFileSync(path, "utf8"), opened, maxBodyBytes),
    discard: () => rmSync(path, { force: true }),
  };
}
