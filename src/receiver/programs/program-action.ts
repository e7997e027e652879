import { setTimeout as pause } from "node:timers/promises";
import type { ProcessEnd, ProcessGroup } from "../../async/process-group.ts";
import { duration } from "../../text/duration.ts";
import type { ActionContext, ActionEnd, ActionResponse, Incoming, RouteAction } from "../action.ts";
import { overloadedResponse } from "../handlers/call-handler.ts";
import { failureOf } from "../handlers/handler-failure.ts";
import type { HeldBytes } from "../held-bytes.ts";
import { errorResponse, notRepeated } from "../responses.ts";
import type { Inherited } from "./program-environment.ts";
import { type Program, programFault } from "./program.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

/** Exit code of a program that asks for another try: EX_TEMPFAIL of sysexits.h. */
const exitTryAgain = 75;

/** Maximum number of processes of a program at a time; further deliveries wait. */
const maxConcurrentRuns = 16;

/** Delay from SIGTERM to SIGKILL, in milliseconds. */
const stopGraceMs = 5_000;

export interface ProgramOptions {
  readonly inherited: Inherited;
  /** Limit for a run, in milliseconds; then its processes are ended. */
  readonly timeoutMs: number;
  /** Memory limit for deliveries whose run has not ended. */
  readonly held: HeldBytes;
  /** Called with each line of the error output. */
  readonly onLine: (line: string) => void;
}

/** The action of a program. */
export interface ProgramRoute {
  readonly action: RouteAction;
  /** Waits until all runs have ended; ends those that still run after `graceMs`, with all their processes. */
  close(graceMs: number): Promise<void>;
}

/** Reason to end a run before the program ends. */
interface Stop {
  readonly outcome: "failed" | "interrupted";
  readonly why: string;
}

interface LiveRun {
  group: Pick<ProcessGroup, "stop"> | null;
  stopped: Stop | null;
}

interface Result {
  readonly response: ActionResponse;
  readonly end: ActionEnd;
}

const failedResponse = errorResponse(500, "The program failed.");

/** Creates the action that runs a program anew with each delivery. */
export function openProgram({ route, words }: Program, options: ProgramOptions): ProgramRoute {
  const { inherited, timeoutMs, held, onLine } = options;
  const by = `program ${route}`;
  const running = new Set<Promise<Result>>();
  const live = new Set<LiveRun>();
  const waiting: (() => void)[] = [];
  let started = 0;

  async function take(incoming: Incoming, context: ActionContext): Promise<Result> {
    const run: LiveRun = { group: null, stopped: null };
    live.add(run);
    const onAbort = (): void => {
      const reason: unknown = context.signal.reason;
      stop(run, { outcome: "interrupted", why: reason instanceof Error ? reason.message : String(reason) });
    };
    if (context.signal.aborted) onAbort();
    context.signal.addEventListener("abort", onAbort);
    if (started >= maxConcurrentRuns) await new Promise<void>((begin) => waiting.push(begin));
    else started += 1;
    const timeUp = setTimeout(
      () => stop(run, { outcome: "failed", why: `it ran longer than ${duration(timeoutMs)}` }),
      timeoutMs,
    );
    try {
      if (run.stopped !== null) return failure(run.stopped);
      const ran = await runProgram({
        words,
        incoming,
        inherited,
        onLine,
        onStart(group) {
          run.group = group;
          if (run.stopped !== null) group.stop(0);
        },
      });
      return resultOf(ran, run.stopped);
    } catch (error) {
      return failure({ outcome: "failed", why: failureOf(error) });
    } finally {
      clearTimeout(timeUp);
      context.signal.removeEventListener("abort", onAbort);
      live.delete(run);
      const next = waiting.shift();
      if (next === undefined) started -= 1;
      else next();
    }
  }

  function stop(run: LiveRun, why: Stop, graceMs = stopGraceMs): void {
    run.stopped ??= why;
    run.group?.stop(graceMs);
  }

  function resultOf(ran: ProgramRun, stopped: Stop | null): Result {
    const { end, console } = ran;
    if (stopped !== null) return failure(stopped, console);
    if (end.kind !== "exited" || end.code !== 0) {
      return failure({ outcome: "failed", why: describe(end) }, console, isFinal(end));
    }
    const cut = `… output beyond ${ran.stdout.length} characters is not kept`;
    const response = { ...responseOf(ran), by };
    return {
      response,
      end: {
        outcome: "handled",
        status: response.status,
        console: ran.isCut ? [...console, cut] : console,
      },
    };
  }

  function failure({ outcome, why }: Stop, console: readonly string[] = [], final = false): Result {
    const response = { ...(final ? notRepeated : failedResponse), by };
    return {
      response,
      end: {
        outcome,
        status: response.status,
        reason: `${by}: ${why}`,
        console,
        final,
      },
    };
  }

  function describe(end: ProcessEnd): string {
    switch (end.kind) {
      case "exited":
        return `it ended with exit code ${end.code}${isFinal(end) ? "" : ", which asks for another try"}`;
      case "killed":
        return `it was ended by ${end.signal}`;
      case "not-started":
        return programFault({ words }) ?? end.reason;
    }
  }

  return {
    action(incoming, context) {
      const { body } = incoming;
      if (!held.hold(body)) {
        const reason = `${by}: not started, because too many deliveries wait for it`;
        const { status } = overloadedResponse;
        return {
          response: Promise.resolve({ ...overloadedResponse, by }),
          end: Promise.resolve({ outcome: "failed", status, reason }),
        };
      }
      const ran = take(incoming, context);
      running.add(ran);
      void ran.then(() => {
        running.delete(ran);
        held.release(body);
      });
      return { response: ran.then(({ response }) => response), end: ran.then(({ end }) => end) };
    },
    async close(graceMs) {
      const ended = Promise.all(running);
      const inTime = new AbortController();
      const { signal } = inTime;
      await Promise.race([ended, pause(graceMs, undefined, { signal }).catch(() => undefined)]);
      inTime.abort();
      for (const run of live) stop(run, { outcome: "interrupted", why: "the receiver stopped" }, 0);
      await ended;
    },
  };
}

/** Returns true if the program itself says that another try would fail, too. */
function isFinal(end: ProcessEnd): boolean {
  return end.kind === "exited" && end.code !== exitTryAgain;
}

/** Returns the output of a program as the response: JSON if it is, otherwise text. */
function responseOf({ stdout, isCut }: ProgramRun): ActionResponse {
  if (stdout === "") return { status: 200, headers: [], body: "" };
  const type = !isCut && isJson(stdout) ? "application/json" : "text/plain; charset=utf-8";
  return { status: 200, headers: ["Content-Type", type], body: stdout };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
