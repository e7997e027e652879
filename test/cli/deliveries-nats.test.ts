import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { makeCliHome, runCli, startCli } from "../support/cli.ts";
import { natsServerFile, startNatsServer } from "../support/nats-server.ts";
import { startReceive } from "../support/receive-process.ts";
import { shared } from "../support/shared.ts";

const server = shared(startNatsServer);

function newHome(): string {
  const at = makeCliHome();
  onTestFinished(() => at.remove());
  return at.home;
}

describe.skipIf(natsServerFile === null)("the deliveries of a store on NATS servers", () => {
  test("are read on another machine, and only what reads them copies them", async () => {
    const store = ["--store", `${server().url}/cli`];
    const home = newHome();
    const early = await runCli(["deliveries", "ls", ...store], { home });
    expect(early.code).toBe(3);
    expect(early.stderr).toMatch(/^error: there is no complete log "cli".*Run hooklens store init\.\n$/);
    expect((await runCli(["store", "init", ...store], { home })).code).toBe(0);

    const receiver = startReceive(["--open", ...store]);
    const tail = startCli(["deliveries", "tail", "--since", "1h", "--limit", "2", ...store], {
      home: newHome(),
    });
    onTestFinished(() => void tail.child.kill("SIGKILL"));
    await receiver.url();
    for (let sent = 0; sent < 3; sent += 1) expect((await receiver.post("inbox")).status).toBe(200);
    const listed = await runCli(["deliveries", "ls", "--format", "json", ...store], { home });
    expect(listed.stderr).toBe("");
    expect(JSON.parse(listed.stdout)).toMatchObject([{ seq: 3 }, { seq: 2 }, { seq: 1 }]);
    const shown = await runCli(["deliveries", "show", "2", "--format", "json", ...store], { home });
    expect(JSON.parse(shown.stdout)).toMatchObject({ seq: 2, route: "inbox", outcome: "accepted" });
    expect((await runCli(["deliveries", "show", "9", ...store], { home })).stderr).toContain(
      "the newest is 3",
    );
    expect((await tail.ended).code).toBe(0);
    expect(existsSync(join(receiver.at.dataDir, "nats-cli"))).toBe(false);
  });

  test("are copied by a receiver while an app is attached to it", async () => {
    const store = `${server().url}/attached`;
    const home = newHome();
    expect((await runCli(["store", "init", "--store", store], { home })).code).toBe(0);
    const receiver = startReceive(["--open", "--store", store]);
    for (let sent = 0; sent < 2; sent += 1) await receiver.post("inbox");
    const dir = join(receiver.at.dataDir, "nats-attached");
    const { locks } = openSqliteStore({ dataDir: dir, store: "sqlite" });
    const stop = new AbortController();
    let seq = 0;
    const control = await receiver.control();
    const following = (async () => {
      for await (const update of control.updates(stop.signal)) ({ seq } = update);
    })();
    await expect.poll(() => seq).toBe(2);
    await receiver.post("inbox");
    await expect.poll(() => seq).toBe(3);
    expect(await locks.isHeld("projection")).toBe(true);
    stop.abort();
    await following;
    await expect.poll(() => locks.isHeld("projection")).toBe(false);
  });

  test("are read again after the server was away", async () => {
    const own = await startNatsServer();
    const store = ["--store", own.url];
    const home = newHome();
    await runCli(["store", "init", ...store], { home });
    await own.kill();
    const away = await runCli(["deliveries", "ls", ...store], { home });
    expect(away).toMatchObject({ code: 3, stdout: "" });
    expect(away.stderr).toMatch(/^error: nats:\/\/127\.0\.0\.1:\d+ cannot be reached/);
    await own.restart();
    expect(await runCli(["deliveries", "ls", "--format", "json", ...store], { home })).toMatchObject({
      code: 0,
      stdout: "[]\n",
    });
  });
});
