import { setPriority } from "node:os";
import process from "node:process";
import { parentPort, workerData } from "node:worker_threads";
import { StoreDamagedError } from "../../store/errors.ts";
import { journalFile, keepOneSpare } from "../../store/journal/journal-files.ts";
import { isBehind, type JournalPosition } from "../../store/journal/journal-position.ts";
import { readJournal } from "../../store/journal/read-journal.ts";
import { type JournaledLog, openDeliveryLog } from "../../store/sqlite/delivery-log.ts";
import { errorToWire } from "../error-wire.ts";
import type { FromTables, TableQuestion, ToTables } from "./messages.ts";
import { recoverJournal } from "./open-recovered-log.ts";

type Post = (message: FromTables) => void;

/** Brings what is in the journal to the tables, when it is told to, and does there what else is asked. */
function serve(
  dataDir: string,
  log: JournaledLog,
  keptAside: readonly string[],
  post: Post,
): (message: ToTables) => void {
  const aborts = new Map<number, AbortController>();
  const following = new AbortController();
  let releasedTo = log.appliedTo.generation + 1;
  /** What was told last. */
  let last = Promise.resolve();

  async function followPositions(): Promise<void> {
    let isFirst = true;
    for await (const position of log.tail(following.signal)) {
      post(
        isFirst
          ? { kind: "opened", position, appliedTo: log.appliedTo, keptAside }
          : { kind: "position", position },
      );
      isFirst = false;
    }
  }

  async function apply(to: JournalPosition): Promise<void> {
    try {
      for (const { entries, end } of readJournal(dataDir, log.appliedTo, to)) {
        await log.apply(entries, end);
      }
      if (isBehind(log.appliedTo, to)) throw unreadable(dataDir, log.appliedTo);
      // Before a file is used again, what it had has to outlive a power cut; also when the last time failed just here.
      if (to.generation > releasedTo) {
        await log.settle();
        // Here, where nobody waits: after a burst there are many.
        keepOneSpare(dataDir, to.generation);
      }
      releasedTo = to.generation;
      const { appliedTo, position } = log;
      post({ kind: "applied", to: appliedTo, releasedTo, position });
    } catch (error) {
      post({ kind: "not-applied", error: errorToWire(error) });
    }
  }

  function ask(id: number, question: TableQuestion): Promise<unknown> {
    switch (question.method) {
      case "interruptPending":
        return log.interruptPending();
      case "prune": {
        const stop = new AbortController();
        aborts.set(id, stop);
        const { policy, dryRun } = question;
        return log.prune(policy, { dryRun, signal: stop.signal }).finally(() => aborts.delete(id));
      }
      default:
        return question satisfies never;
    }
  }

  async function answer(id: number, question: TableQuestion): Promise<void> {
    try {
      post({ kind: "answer", id, value: await ask(id, question) });
    } catch (error) {
      post({ kind: "refusal", id, error: errorToWire(error) });
    }
  }

  async function close(): Promise<void> {
    let isComplete = true;
    try {
      await log.settle();
    } catch {
      // The next start tries it again, from the journal.
      isComplete = false;
    }
    following.abort();
    await log.close();
    post({ kind: "closed", isComplete });
    parentPort?.close();
  }

  /** One after the other: what closes must not overtake what is being applied. */
  function then(work: () => Promise<void>): void {
    last = last.then(work);
  }

  void followPositions();
  return (message) => {
    switch (message.kind) {
      case "apply":
        then(() => apply(message.to));
        break;
      case "ask":
        void answer(message.id, message.question);
        break;
      case "abort":
        aborts.get(message.id)?.abort();
        break;
      case "close":
        then(close);
        break;
      default:
        message satisfies never;
    }
  };
}

function unreadable(dataDir: string, { generation, offset }: JournalPosition): StoreDamagedError {
  return new StoreDamagedError({
    what: `${journalFile(dataDir, generation)} cannot be read after byte ${offset}`,
    why: "what was written there is gone, or something else is there",
    hint: "Check the disk it is on, and start hooklens again",
  });
}

// On Linux a priority belongs to a thread; elsewhere this would slow the whole process.
if (process.platform === "linux") setPriority(19);

if (parentPort !== null) {
  const port = parentPort;
  const post: Post = (message) => port.postMessage(message);
  const dataDir = String(workerData);
  try {
    const keptAside = await recoverJournal(dataDir);
    port.on("message", serve(dataDir, await openDeliveryLog(dataDir), keptAside, post));
  } catch (error) {
    post({ kind: "failed", error: errorToWire(error) });
    port.close();
  }
}
