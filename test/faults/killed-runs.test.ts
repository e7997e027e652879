import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, onTestFinished, test } from "vitest";
import type { Attempt, Delivery } from "../../src/model/delivery.ts";
import { type CliHome, listeningUrl, makeCliHome, runInProcess, startCli } from "../support/cli.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";
import { postBytes, postInTurn } from "../support/load.ts";
import { until } from "../support/until.ts";

/** Number of kills. */
const rounds = Number(process.env["HOOKLENS_KILL_ROUNDS"] ?? 3);
/** Number of events of each, besides their repeats. */
const count = Number(process.env["HOOKLENS_KILL_DELIVERIES"] ?? 1_200);
const connections = 16;

/** Handler with an effect that survives a kill: a line of a file. One try in ten fails before it. */
const handler = (effects: string): string => `
import { appendFileSync } from "node:fs";
export default async (_, { eventId }) => {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  if (Math.random() < 0.1) throw new Error("no rows");
  appendFileSync(${JSON.stringify(effects)}, eventId + "\\n");
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
};
`;

/** Creates the request of an event, whose route is the start of its ID. */
function requestOf(event: string): Buffer {
  const [route = ""] = event.split("-");
  const body = JSON.stringify({ event: { action: "update", scope: "repo" }, id: event });
  const plain = postBytes(route, null, body);
  const end = plain.indexOf("\r\n\r\n");
  return Buffer.concat([
    plain.subarray(0, end),
    Buffer.from(`\r\nWebhook-Id: ${event}`),
    plain.subarray(end),
  ]);
}

/** Posts the events of a round, and one in ten of them again. Returns those whose response was 2xx. */
async function postEvents(
  port: number,
  round: number,
  onPost: (n: number) => void,
): Promise<ReadonlySet<string>> {
  const acknowledged = new Set<string>();
  let posted = 0;
  const sent: string[] = [];
  const connection = async (): Promise<void> => {
    const inTurn: string[] = [];
    await postInTurn(
      port,
      () => {
        if (posted === count) return null;
        const isRepeat = sent.length > 0 && randomInt(10) === 0;
        const event = isRepeat
          ? sent[randomInt(Math.max(0, sent.length - 50), sent.length)]!
          : `${posted % 4 === 0 ? "plain" : "train"}-${round}-${posted}`;
        if (!isRepeat) {
          posted += 1;
          sent.push(event);
          onPost(posted);
        }
        inTurn.push(event);
        return requestOf(event);
      },
      (status) => {
        const event = inTurn.shift();
        if (event !== undefined && status >= 200 && status < 300) acknowledged.add(event);
      },
    );
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return acknowledged;
}

type Row = Delivery & { readonly attempts: readonly Attempt[] };

async function rowsIn({ home }: CliHome, ...where: readonly string[]): Promise<readonly Row[]> {
  const { stdout } = await runInProcess(["deliveries", "export", ...where], { home });
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Row]));
}

test(
  `after ${rounds} kills each acknowledged event has had its effect, and twice only where a row says that a try was cut off`,
  { timeout: 60_000 + rounds * 30_000 },
  async () => {
    const at = makeCliHome();
    onTestFinished(() => at.remove());
    const effects = join(at.home, "effects");
    const directory = handlersDirectory({ "train.mjs": handler(effects), "plain.mjs": handler(effects) });
    const retries = Array.from({ length: 50 }, () => "500ms").join(", ");
    at.writeConfig(`receiver: { runs: { train: { retries: [${retries}] } } }`);
    const receive = async () => {
      const receiver = startCli(["receive", "--port", "0", "--handlers", directory.path], { home: at.home });
      return { receiver, port: Number(new URL(await listeningUrl(receiver)).port) };
    };

    const acknowledged = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const { receiver, port } = await receive();
      const killAt = randomInt(100, count - 50);
      const told = await postEvents(port, round, (n) => {
        if (n === killAt) receiver.child.kill("SIGKILL");
      });
      for (const event of told) acknowledged.add(event);
      expect(await receiver.ended).toMatchObject({ signal: "SIGKILL" });
    }
    const { receiver } = await receive();
    await until(async () => (await rowsIn(at, "--where", "is:pending")).length === 0, 60_000);
    receiver.child.kill("SIGTERM");
    expect((await receiver.ended).code).toBe(0);

    const times = new Map<string, number>();
    for (const event of readFileSync(effects, "utf8").trimEnd().split("\n")) {
      times.set(event, (times.get(event) ?? 0) + 1);
    }
    const byEvent = Map.groupBy(await rowsIn(at), ({ eventId }) => eventId);
    expect(acknowledged.size).toBeGreaterThan(rounds * 40);
    const lost = [...acknowledged].filter((event) => !times.has(event));
    expect(lost.map((event) => [event, byEvent.get(event)])).toEqual([]);
    const isCutOff = ({ outcome, attempts }: Row): boolean =>
      outcome === "interrupted" || attempts.some(({ error }) => error?.startsWith("interrupted") === true);
    // Without retries a kill before the outcome is written leaves an interrupted row, which is open.
    const isVisible = (event: string, rows: readonly Row[]): boolean =>
      rows.at(-1)?.eventState === "handled" ||
      (event.startsWith("plain") && rows.some((row) => row.open && isCutOff(row)));
    const unseen = [...acknowledged].filter((event) => !isVisible(event, byEvent.get(event) ?? []));
    expect(unseen.map((event) => [event, byEvent.get(event)])).toEqual([]);
    const twice = [...times].filter(([, n]) => n > 1).map(([event]) => event);
    const unexplained = twice.filter((event) => !byEvent.get(event)!.some(isCutOff));
    expect(unexplained.map((event) => [event, byEvent.get(event)])).toEqual([]);
  },
);
