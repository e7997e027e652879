import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, onTestFinished, test } from "vitest";
import type { Attempt, Delivery } from "../../src/model/delivery.ts";
import { listeningUrl, makeCliHome, runInProcess, startCli } from "../support/cli.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { postBytes, postInTurn } from "../support/load.ts";

/** Number of kills under load; as many receivers are killed while they start. */
const rounds = Number(process.env["HOOKLENS_KILL_ROUNDS"] ?? 3);
/** Number of events of a round, besides their repeats, if it is not killed before. */
const count = 500;
const connections = 16;

/** One route of each action without and with retries. */
const routes = ["module", "module-retried", "program", "program-retried", "forward", "forward-retried"];
const isRetried = (route: string | null): boolean => route?.endsWith("-retried") === true;

/** Handler with an effect that survives a kill: a line of a file. One try in ten fails before it. */
const handler = (effects: string): string => `
import { appendFileSync } from "node:fs";
export default async ({ webhook }) => {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  if (Math.random() < 0.1) throw new Error("no rows");
  appendFileSync(${JSON.stringify(effects)}, webhook.id + "\\n");
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
};
`;

/** Program with the same effect, which also fails once in ten times. */
const program = (effects: string): string => `
[ $(($$ % 10)) -ne 0 ] || exit 75
event=\${WEBHOOK_PAYLOAD#*'"id":"'}
echo "\${event%%'"'*}" >> '${effects}'
`;

/** Event, or content that is posted without an ID: each of its deliveries is an event of its own. */
interface PostedEvent {
  /** Name of the event, as its effects have it. */
  readonly name: string;
  readonly route: string;
  readonly hasId: boolean;
  /** Number of its deliveries whose response was 2xx. */
  acknowledged: number;
}

function requestOf({ name, route, hasId }: PostedEvent): Buffer {
  const body = JSON.stringify({ webhook: { id: name }, event: { action: "update", scope: "repo" } });
  const plain = postBytes(route, null, body);
  if (!hasId) return plain;
  const end = plain.indexOf("\r\n\r\n");
  return Buffer.concat([plain.subarray(0, end), Buffer.from(`\r\nWebhook-Id: ${name}`), plain.subarray(end)]);
}

/**
 * Posts the events of a round, and one in ten of the latest ones again, those of the round before too. Adds them to
 * `events`.
 */
async function postEvents(
  port: number,
  round: number,
  events: PostedEvent[],
  onPost: (n: number) => void,
): Promise<void> {
  let posted = 0;
  function nextEvent(): PostedEvent {
    if (events.length > 0 && randomInt(10) === 0) {
      return events[randomInt(Math.max(0, events.length - 50), events.length)]!;
    }
    const route = routes[posted % routes.length]!;
    const hasId = Math.floor(posted / routes.length) % 3 !== 0;
    posted += 1;
    const event = { name: `${route}.${round}.${posted}`, route, hasId, acknowledged: 0 };
    events.push(event);
    onPost(posted);
    return event;
  }
  const connection = async (): Promise<void> => {
    const inTurn: PostedEvent[] = [];
    await postInTurn(
      port,
      () => {
        if (posted === count) return null;
        inTurn.push(nextEvent());
        return requestOf(inTurn.at(-1)!);
      },
      (status) => {
        const event = inTurn.shift();
        if (event !== undefined && status >= 200 && status < 300) event.acknowledged += 1;
      },
    );
  };
  await Promise.all(Array.from({ length: connections }, connection));
}

type Row = Delivery & { readonly attempts: readonly Attempt[] };

/** Number of tries of a row that were cut off. */
const cutOffs = ({ outcome, attempts }: Row): number =>
  attempts.filter(({ error }) => error?.startsWith("interrupted") === true).length +
  (outcome === "interrupted" ? 1 : 0);

/** Returns true for a row whose own run was handled, not that of another delivery. */
const ranWell = ({ outcome, reason }: Row): boolean =>
  outcome === "handled" && reason?.startsWith("joined") !== true;

/** Returns what a failure prints of a row. */
const summary = ({ seq, outcome, reason, eventState, duplicateOf, attempts }: Row): string =>
  JSON.stringify({
    seq,
    outcome,
    reason,
    eventState,
    duplicateOf,
    attempts: attempts.map((each) => each.error),
  });

const promise =
  "each acknowledged event has its effect, and twice only where its rows have a try that was cut off";

test(
  `after ${rounds} kills under load, and as many during a start, ${promise}`,
  { timeout: 60_000 + rounds * 30_000 },
  async () => {
    const at = makeCliHome();
    onTestFinished(() => at.remove());
    const file = join(at.home, "effects");
    const directory = handlersDirectory({
      "module.mjs": handler(file),
      "module-retried.mjs": handler(file),
      "program.sh": program(file),
      "program-retried.sh": program(file),
    });
    const forwarded: string[] = [];
    const target = await httpTarget((request, response) => {
      // As a target that ends before it has done anything.
      if (Math.random() < 0.1) return void request.socket.destroy();
      forwarded.push(JSON.parse(target.seen.at(-1)!.body).webhook.id);
      always(200)(request, response);
    });
    const delays = Array.from({ length: 50 }, () => "500ms").join(", ");
    const runs = routes.filter(isRetried).map((route) => `${route}: { retries: [${delays}] }`);
    at.writeConfig(`receiver: { forwardRetries: [], runs: { ${runs.join(", ")} } }`);
    const forwardArgs = ["--forward", target.url, "--route", "forward", "--route", "forward-retried"];
    const start = () =>
      startCli(["receive", "--port", "0", "--handlers", directory.path, ...forwardArgs], at);
    const portOf = async (receiver: ReturnType<typeof start>): Promise<number> =>
      Number(new URL(await listeningUrl(receiver)).port);
    async function rows(): Promise<readonly Row[]> {
      const { stdout } = await runInProcess(["deliveries", "export"], at);
      return stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Row]));
    }

    const events: PostedEvent[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const startedMs = performance.now();
      const receiver = start();
      const port = await portOf(receiver);
      const startMs = Math.ceil(performance.now() - startedMs);
      const killAt = randomInt(50, count);
      await postEvents(port, round, events, (n) => {
        if (n === killAt) receiver.child.kill("SIGKILL");
      });
      expect(await receiver.ended).toMatchObject({ signal: "SIGKILL" });
      const starting = start();
      setTimeout(() => starting.child.kill("SIGKILL"), randomInt(startMs));
      expect(await starting.ended).toMatchObject({ signal: "SIGKILL" });
    }

    const acknowledged = events.filter((event) => event.acknowledged > 0);
    expect(acknowledged.length).toBeGreaterThan(rounds * 20);
    const last = start();
    await portOf(last);

    const isSettled = (row: Row): boolean =>
      row.eventState === "handled" ||
      // Without retries a kill before the outcome is written leaves an interrupted row, which is open.
      (!isRetried(row.route) && row.open && cutOffs(row) > 0);
    const effects = (): ReadonlyMap<string, number> => {
      const names = [...readFileSync(file, "utf8").trimEnd().split("\n"), ...forwarded];
      return new Map([...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length]));
    };
    /** Returns the events that break a promise, by promise. */
    async function broken() {
      const byName = Map.groupBy(await rows(), ({ webhookId }) => webhookId);
      const times = effects();
      const rowsOf = ({ name }: PostedEvent): readonly Row[] => byName.get(name) ?? [];
      const owed = ({ hasId, acknowledged: n }: PostedEvent): number => (hasId ? Math.min(n, 1) : n);
      const having = (isBroken: (event: PostedEvent, of: readonly Row[], n: number) => boolean) =>
        events
          .filter((event) => isBroken(event, rowsOf(event), times.get(event.name) ?? 0))
          .map((event) => ({
            ...event,
            times: times.get(event.name) ?? 0,
            rows: rowsOf(event).map(summary),
          }));
      return {
        pending: having((_, of) => of.some((row) => row.outcome === "pending")),
        lost: having((event, _, n) => n < owed(event)),
        unsettled: having((event, of) => of.filter(isSettled).length < owed(event)),
        unmarked: having((_, of) => of.filter(({ duplicateOf }) => duplicateOf === null).length > 1),
        unexplained: having(
          (_, of, n) => n > of.filter(ranWell).length + of.reduce((sum, row) => sum + cutOffs(row), 0),
        ),
        ranAgain: having(({ hasId }, of) => hasId && of.filter(ranWell).length > 1),
      };
    }
    const none = { pending: [], lost: [], unsettled: [], unmarked: [], unexplained: [], ranAgain: [] };
    await expect.poll(broken, { timeout: 120_000, interval: 200 }).toEqual(none);
    last.child.kill("SIGTERM");
    expect((await last.ended).code).toBe(0);
    expect(await broken()).toEqual(none);

    const twice = events.filter(({ name, hasId }) => hasId && (effects().get(name) ?? 0) > 1);
    const interrupted = (await rows()).reduce((sum, row) => sum + cutOffs(row), 0);
    process.stdout.write(
      `${2 * rounds} kills, ${events.length} events, ${acknowledged.length} acknowledged: ` +
        `${twice.length} effects twice, ${interrupted} tries interrupted\n`,
    );
  },
);
