import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeCliHome, runCli, runInProcess } from "../support/cli.ts";
import { startReceive } from "../support/receive-process.ts";
import { canMount, mountDisk } from "./faulty-disk.ts";

const listing = ["deliveries", "ls", "--format", "quiet"];

it.skipIf(!canMount).each(["SIGTERM", "SIGKILL"] as const)(
  "a directory that has become read-only after %s is read whole, and nothing is changed there",
  async (signal) => {
    const disk = mountDisk(40);
    const dataDir = join(disk.directory, "data");
    const at = makeCliHome();
    const first = startReceive(["--data-dir", dataDir], { at });
    for (let seq = 1; seq <= 20; seq += 1) expect((await first.post("inbox")).status).toBe(200);
    first.child.kill(signal);
    await first.ended;
    disk.remount("ro");
    const cli = (...args: string[]) => runCli([...args, "--data-dir", dataDir], { home: at.home });
    const listed = await cli(...listing);
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    expect(listed.stdout.trim().split("\n")).toHaveLength(20);
    expect(await cli("deliveries", "show", "20")).toMatchObject({ code: 0, stderr: "" });
    expect(await cli("deliveries", "backup", join(at.home, "backup.db"))).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(await cli("receive", "--port", "0")).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringMatching(/^error: .*\n$/),
    });
  },
  60_000,
);

it("a clock that is 40 days ahead at one start removes nothing that was received lately", async () => {
  const at = makeCliHome();
  const kept = { ...at, remove: () => undefined };
  const first = startReceive([], { at: kept });
  for (let seq = 1; seq <= 40; seq += 1) expect((await first.post("inbox")).status).toBe(200);
  first.child.kill("SIGTERM");
  await first.ended;

  const ahead = startReceive([], {
    at: kept,
    env: { NODE_OPTIONS: `--import=${join(import.meta.dirname, "clock-ahead-entry.ts")}` },
  });
  expect((await ahead.post("inbox")).status).toBe(200);
  const inFuture = await runInProcess(["deliveries", "show", "41", "--format", "json"], at);
  const { receivedAt } = JSON.parse(inFuture.stdout) as { receivedAt: string };
  expect(Date.parse(receivedAt) - Date.now()).toBeGreaterThan(39 * 86_400_000);
  // Deliveries that the start removes are removed before the process ends.
  ahead.child.kill("SIGTERM");
  await ahead.ended;

  const again = startReceive([], { at });
  expect((await again.post("inbox")).status).toBe(200);
  const { stdout } = await runInProcess(listing, at);
  expect(stdout.trim().split("\n")).toHaveLength(42);
}, 60_000);

it("a receiver that is out of files loses nothing, and goes on when some are closed", async () => {
  const receiver = startReceive([], { openFiles: 64 });
  const url = new URL(await receiver.url());
  const sockets: Socket[] = [];
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(hangUp);
  let acknowledged = 0;
  for (let round = 1; round <= 100; round += 1) {
    const socket = connect(Number(url.port), url.hostname);
    socket.on("error", () => undefined);
    socket.write("POST /webhooks/inbox HTTP/1.1\r\n");
    sockets.push(socket);
    if (round % 10 !== 0) continue;
    const answer = await receiver.post("inbox").catch(() => null);
    if (answer?.status === 200) acknowledged += 1;
  }
  hangUp();
  await expect
    .poll(async () => (await receiver.post("inbox").catch(() => null))?.status ?? receiver.stderr(), {
      timeout: 10_000,
    })
    .toBe(200);
  const { code, stdout } = await runInProcess([...listing, "--where", "is:accepted"], receiver.at);
  expect(code).toBe(0);
  expect(stdout.trim().split("\n").length).toBeGreaterThan(acknowledged);
  expect(receiver.child.exitCode).toBeNull();
}, 60_000);
