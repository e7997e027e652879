import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFilter } from "../../src/model/filter.ts";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { closedGate } from "../support/gate.ts";
import { libraryHome, postJson, startLibraryScript } from "../support/library-script.ts";

const imports = 'import { webhookEndpoint } from "hooklens";\n';

test("endpoints share one server that starts by itself when the script ends, and stops with 0 at SIGTERM", async () => {
  const script = startLibraryScript(`${imports}
    webhookEndpoint(async function triggerTraining(payload) { return { scope: payload.event.scope }; });
    webhookEndpoint("/discussions/new", (_payload, request) => request.text());
    console.log("the script is over");
  `);
  const training = await script.webhookUrl("triggerTraining");
  const discussions = await script.webhookUrl("discussions/new");
  expect(new URL(training).origin).toBe(new URL(discussions).origin);
  const answer = await postJson(training, { event: { scope: "repo", action: "create" } });
  expect(await answer.json()).toEqual({ scope: "repo" });
  expect(await (await postJson(discussions, [1])).text()).toBe("[1]");
  script.child.kill("SIGTERM");
  expect(await script.ended).toMatchObject({ code: 0, stdout: "the script is over\n" });
  const lines = script.said().trimEnd().split("\n");
  expect(lines).toEqual([
    `POST ${training}`,
    `POST ${discussions}`,
    "warning: a webhook without a secret is open to everyone who can reach it. Set one with webhookSecret or WEBHOOK_SECRET.",
  ]);
});

test("it waits for what the script awaits, and for nothing that the script leaves running", async () => {
  const gate = await closedGate();
  const script = startLibraryScript(`${imports}
    webhookEndpoint("/train", () => model);
    setInterval(() => {}, 60_000);
    ${gate.wait}
    console.log("loaded");
    const model = "ready";
  `);
  await gate.arrived(1);
  expect(script.said()).toBe("");
  gate.open();
  const url = await script.webhookUrl("train");
  expect(script.stdout()).toBe("loaded\n");
  expect(await (await postJson(url, {})).text()).toBe("ready");
});

test("it starts also where a module of the script registers, and in CommonJS", async () => {
  const home = libraryHome();
  writeFileSync(join(home, "module.mts"), `${imports} webhookEndpoint("/imported", () => 1);`);
  const importer = startLibraryScript(`import "./module.mts";`, {}, { home });
  expect((await postJson(await importer.webhookUrl("imported"), {})).status).toBe(200);
  const common = startLibraryScript(
    `const { webhookEndpoint } = require("hooklens");
     webhookEndpoint("/common", () => 1);
     setInterval(() => {}, 60_000);`,
    {},
    { file: "script.cts" },
  );
  expect((await postJson(await common.webhookUrl("common"), {})).status).toBe(200);
});

test("launch starts it now; a second start does nothing, and a later endpoint is served too", async () => {
  const script = startLibraryScript(`${imports}
    const endpoint = webhookEndpoint("/first", () => "1");
    const urls = [await endpoint.launch(), await endpoint.run(), await endpoint.server.launch()];
    console.log(JSON.stringify({ urls, path: endpoint.path, url: endpoint.server.url }));
    webhookEndpoint("/second", () => "2");
    setInterval(() => {}, 60_000);
    await new Promise(() => {});
  `);
  const [said = ""] = await script.waitForLine(/^\{.*\}$/);
  const { urls, path, url } = JSON.parse(said);
  expect(urls).toEqual([url, url, url]);
  expect(path).toBe("/webhooks/first");
  const second = await script.webhookUrl("second");
  expect(await (await postJson(second, {})).text()).toBe("2");
  expect(await (await postJson(`${url}${path}`, {})).text()).toBe("1");
});

test("a server that was launched and closed does not start again at the end", async () => {
  const script = startLibraryScript(`${imports}
    const endpoint = webhookEndpoint("/train", () => 1);
    await endpoint.launch();
    await endpoint.server.close();
    console.log(endpoint.server.url);
  `);
  expect(await script.ended).toMatchObject({ code: 0, stdout: "null\n" });
});

test("a script that throws does not start it", async () => {
  const script = startLibraryScript(`${imports}
    webhookEndpoint("/train", () => 1);
    throw new Error("no model");
  `);
  const { code, stderr } = await script.ended;
  expect(code).toBe(1);
  expect(stderr).toContain("Error: no model");
  expect(stderr).not.toContain("POST ");
});

test("a start that fails prints one line and ends the process with its exit code", async () => {
  const home = libraryHome();
  const first = startLibraryScript(`${imports} webhookEndpoint("/train", () => 1);`, {}, { home });
  const url = await first.webhookUrl("train");
  const second = startLibraryScript(
    `${imports} webhookEndpoint("/train", () => 1); setInterval(() => {}, 60_000);`,
    {},
    { home, file: "second.mts" },
  );
  const { code, stdout, stderr } = await second.ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr.trimEnd()).toBe(
    `error: there is already a receiver on ${first.dataDir} (process ${first.child.pid} at ${new URL(url).origin}). ` +
      "Stop it, or give this server another directory with the option dataDir.",
  );
});

test("a handler that kills its process leaves its delivery in the log, and interrupted after the next start", async () => {
  const home = libraryHome();
  const text = (handler: string): string => `${imports} webhookEndpoint("/train", ${handler});`;
  const killed = startLibraryScript(text("() => { process.kill(process.pid, 'SIGKILL'); }"), {}, { home });
  await expect(postJson(await killed.webhookUrl("train"), { n: 1 })).rejects.toThrow("fetch failed");
  expect((await killed.ended).signal).toBe("SIGKILL");
  const again = startLibraryScript(text("() => 'fine'"), {}, { home });
  expect(await (await postJson(await again.webhookUrl("train"), { n: 2 })).text()).toBe("fine");
  expect(again.stderr()).toContain("1 delivery of the last run was marked as interrupted");
  again.child.kill("SIGINT");
  expect((await again.ended).code).toBe(0);
  const log = await openDeliveryLog(again.dataDir);
  const { rows } = await log.page({ filter: emptyFilter, from: null, direction: "older", limit: 10 });
  const bodies = await Promise.all(rows.map(async ({ seq }) => Buffer.from((await log.get(seq))!.body)));
  await log.close();
  expect(rows.map(({ outcome, status }) => ({ outcome, status }))).toEqual([
    { outcome: "handled", status: 200 },
    { outcome: "interrupted", status: null },
  ]);
  expect(bodies.map(String)).toEqual(['{"n":2}', '{"n":1}']);
});

test("a handler that runs when SIGTERM comes may finish, and its sender gets the answer", async () => {
  const script = startLibraryScript(`${imports}
    import { once } from "node:events";
    webhookEndpoint("/train", async () => {
      console.log("running");
      await once(process, "SIGTERM");
      return "finished";
    });
  `);
  const answer = postJson(await script.webhookUrl("train"), {});
  await script.waitForLine(/^running$/);
  script.child.kill("SIGTERM");
  expect(await (await answer).text()).toBe("finished");
  expect((await script.ended).code).toBe(0);
});
