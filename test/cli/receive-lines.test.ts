import { expect, test } from "vitest";
import { closedGate } from "../support/gate.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";
import { postBytes } from "../support/load.ts";
import { programFile } from "../support/program.ts";
import { rawConnection } from "../support/raw-http.ts";
import { startReceive } from "../support/receive-process.ts";
import { fullPayload } from "../support/sample-payload.ts";
import { openScreen } from "../support/screen/open-screen.ts";
import type { Screen } from "../support/screen/screen.ts";

/** Starts `receive` on a terminal; returns it with its URL. */
async function receiveOnTerminal(
  args: readonly string[],
  rows = 40,
): Promise<{ readonly screen: Screen; readonly url: string }> {
  const command = ["node", programFile(), "receive", "--port", "0", ...args];
  const screen = await openScreen(command, { columns: 120, rows, env: { TZ: "America/New_York" } });
  await screen.waitFor(/^listening on /);
  const url = screen.line(screen.row(/^listening on /)).replace("listening on ", "");
  return { screen, url };
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<number> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (await fetch(url, { method: "POST", body: text, headers })).status;
}

test("on a terminal there is a line for each delivery: local time, status, route, event, repo or reason, and how long it took", async () => {
  const { screen, url } = await receiveOnTerminal(["--secret", "a-good-secret"]);
  const headers = { "x-webhook-secret": "a-good-secret" };
  await post(`${url}/webhooks/inbox`, fullPayload(), headers);
  await screen.waitFor(
    /^\d\d:\d\d:\d\d {2}#\d+ +200 {2}inbox +repo\.content\.update +dataset:me\/corpus {2}\d+ ms$/,
  );
  const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", timeZone: "America/New_York" }).format();
  expect(screen.row(new RegExp(`^${hour}:`))).not.toBe(-1);
  await post(`${url}/webhooks/nowhere`, "{}", headers);
  await screen.waitFor(/^\S+ {2}#\d+ +404 {2}- .*no route \/webhooks\/nowhere {2}\d+ ms$/);
  await post(`${url}/webhooks/inbox`, "{}");
  await screen.waitFor(/^\S+ {2}#\d+ +401 {2}inbox .*no secret {2}\d+ ms$/);
  await post(`${url}/webhooks/inbox`, '{"event":', headers);
  await screen.waitFor(
    /^\S+ {2}#\d+ +400 {2}inbox .*bad JSON: unexpected end inside an object at 1:10 {2}\d+ ms$/,
  );
  const hostile = {
    event: { scope: "\u001b[2J\u202e", action: "x".repeat(5_000) },
    repo: { type: "a", name: "b" },
  };
  await post(`${url}/webhooks/inbox`, hostile, headers);
  await screen.waitFor(/^\S+ {2}#\d+ +200 {2}inbox +␛\[2J⟨202E⟩\.x+… {2}a:b {2}\d+ ms$/);
  screen.press("ctrl+c");
  expect(await screen.exit).toEqual({ code: 0, signal: null });
});

test("prints a handler's error with its stack, also a late one, and its output as it arrives", async () => {
  const gate = await closedGate();
  const directory = handlersDirectory({
    "labels.js": `
      export default async function labels({ slow }) {
        console.log("asked");
        if (slow) ${gate.wait}
        throw new Error("boom x", { cause: new RangeError("no rows") });
      }`,
  });
  const { screen, url } = await receiveOnTerminal(["--handlers", directory.path]);
  await post(`${url}/webhooks/labels`, "{}");
  await screen.waitFor(/^labels: asked$/);
  await screen.waitFor(
    /^\S+ {2}#\d+ +500 {2}labels +- +handler labels threw: Error: boom x \(labels\.js:5\) {2}\d+ ms$/,
  );
  await screen.waitFor(/^ {4}at .*labels\.js:5:15\)?$/);
  await screen.waitFor(/^ {4}caused by RangeError: no rows$/);
  const late = post(`${url}/webhooks/labels`, { slow: true });
  await screen.waitFor(/^\S+ {2}#\d+ +- +labels +- +- {2}pending$/);
  gate.open();
  expect(await late).toBe(500);
  await screen.waitUntil((it) => it.text().match(/ 500 {2}labels/g)?.length === 2);
  await screen.waitUntil((it) => it.text().match(/caused by RangeError/g)?.length === 2);
});

test("a delivery whose target is down gets a line that says it waits", async () => {
  const { screen, url } = await receiveOnTerminal(["--forward", "http://127.0.0.1:1/"]);
  expect(await post(`${url}/webhooks/inbox`, fullPayload())).toBe(202);
  await screen.waitFor(
    /^\S+ {2}#\d+ +- +inbox +repo\.content\.update +dataset:me\/corpus {2}next attempt \d\d:\d\d:\d\d$/,
  );
});

test("a flood gets twenty lines a second, and how many more there were", async () => {
  const { screen, url } = await receiveOnTerminal([], 60);
  // All of them come in one read, however busy the machine is.
  const connection = await rawConnection(Number(new URL(url).port));
  connection.send(postBytes("inbox", null, "{}").toString().repeat(200));
  await screen.waitFor(/^… and [\d,]+ more$/);
  const hidden = Number(/^… and (\d+) more$/m.exec(screen.text())?.[1]);
  expect((screen.text().match(/ 200 {2}inbox/g) ?? []).length + hidden).toBe(200);
  expect(hidden).toBeGreaterThan(100);
  await post(`${url}/webhooks/inbox`, fullPayload());
  await screen.waitFor("dataset:me/corpus");
});

test("-q says nothing of deliveries", async () => {
  const { screen, url } = await receiveOnTerminal(["-q"]);
  await post(`${url}/webhooks/inbox`, "no JSON");
  screen.press("ctrl+c");
  await screen.exit;
  expect(screen.text().replaceAll("^C", "").trim()).toBe(`listening on ${url}`);
});

test("where stderr is no terminal it says nothing of deliveries", async () => {
  const receiver = startReceive([]);
  expect((await receiver.post("inbox")).status).toBe(200);
  receiver.child.kill("SIGTERM");
  await receiver.ended;
  expect(receiver.stderr()).not.toContain("200");
});
