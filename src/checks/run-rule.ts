import type { LastRun } from "../model/webhook-activity.ts";
import { type Finding, failed, ok } from "./check.ts";
import { ago } from "./moments.ts";

/** Checks the last run of a Job; an attempt only starts it. */
export function checkRun({ id, stage, message, at }: LastRun, nowMs: number): Finding {
  const when = ago(at, nowMs);
  switch (stage) {
    case "SCHEDULING":
      return { ...ok(`Run ${id} waits for its start.`), short: { tone: "muted", text: "⋯ run waits" } };
    case "RUNNING":
      return { ...ok(`Run ${id} was started ${when}.`), short: { tone: "accent", text: "▶ running" } };
    case "COMPLETED":
      return ok(`The last run succeeded ${when}.`);
    case "CANCELED":
      return {
        ...ok(`The last run was canceled ${when}.`),
        short: { tone: "muted", text: "– canceled" },
      };
    case "ERROR": {
      const code = /^exit code (\d+)$/.exec(message ?? "")?.[1];
      return failed(
        code === undefined ? "✗ run failed" : `✗ exit ${code}`,
        `The last run failed ${when}: ${message ?? "without a reason"} (run ${id}).`,
        { kind: "by-hand", text: "Read the output of the run and fix its cause, then replay the dispatch" },
      );
    }
  }
}
