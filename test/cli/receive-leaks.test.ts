import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test, vi } from "vitest";
import { tokenize } from "../../src/model/search-tokens.ts";
import { listeningUrl, runCli, startCli } from "../support/cli.ts";
import { handlersDirectory } from "../support/handlers-directory.ts";
import { httpTarget } from "../support/http-target.ts";
import { startReceive } from "../support/receive-process.ts";
import { filesWith, writtenForms } from "../support/secret-search.ts";

/** Secrets with characters that are escaped in JSON and in a URL. */
const secrets = {
  global: 'Gl0bal-"secret"/+x9',
  old: "0ld-secret\\with-back7",
  ofRoute: "r0ute-secret&only=here",
  ofForward: "f0rward-route-secret-5",
};

const leaky = `
export default async (payload, request) => {
  const headers = Object.fromEntries(request.headers);
  console.log("headers", JSON.stringify(headers));
  console.error(headers);
  throw new Error("failed with " + headers["x-webhook-secret"] + " in " + JSON.stringify(headers));
};
`;

describe("hooklens receive", () => {
  test("writes its secrets nowhere, on disk or in any output", async () => {
    // Echoes the request: as headers, as JSON, and encoded.
    const echo = await httpTarget((request, response) => {
      const secret = String(request.headers["x-webhook-secret"]);
      response.setHeader("x-echo", secret);
      response.end(
        JSON.stringify({
          headers: request.headers,
          raw: request.rawHeaders.join("\n"),
          base64: Buffer.from(secret).toString("base64"),
          hex: Buffer.from(secret).toString("hex"),
          url: encodeURIComponent(secret),
        }),
      );
    });
    const directory = handlersDirectory({ "leaky.js": leaky });
    writeFileSync(join(directory.path, "global.txt"), secrets.global);
    const receiver = startReceive([
      "-v",
      `--handlers=${directory.path}`,
      "--route=inbox",
      "--route=guarded",
      `--secret=@${directory.path}/global.txt`,
      `--secret=${secrets.old}`,
      `--route-secret=leaky=${secrets.ofRoute}`,
      `--route-secret=guarded=${secrets.ofForward}`,
      `--forward=${echo.url}`,
    ]);
    const { at } = receiver;
    expect((await receiver.post("inbox", { secret: secrets.global })).status).toBe(200);
    expect((await receiver.post("inbox", { secret: secrets.old })).status).toBe(200);
    expect((await receiver.post("guarded", { secret: secrets.ofForward })).status).toBe(200);
    expect((await receiver.post("leaky", { secret: secrets.ofRoute })).status).toBe(500);
    // Valid secrets in the wrong place, and one with a suffix.
    expect((await receiver.post("inbox", { secret: secrets.ofRoute })).status).toBe(403);
    expect((await receiver.post("leaky", { secret: secrets.global })).status).toBe(403);
    expect((await receiver.post("inbox", { secret: `${secrets.old}x` })).status).toBe(403);
    expect((await receiver.post("nowhere", { secret: secrets.global })).status).toBe(404);
    expect(echo.seen.map(({ headers }) => headers["x-webhook-secret"])).toEqual([
      secrets.global,
      secrets.old,
      secrets.ofForward,
    ]);

    const control = await receiver.control();
    const said: unknown[] = [];
    for (const seq of [1, 2, 3, 4]) said.push(await control.replay(seq), await control.replay(seq, echo.url));
    said.push(await control.state());
    for (const args of [
      ["deliveries", "ls", "--format", "json"],
      ["deliveries", "show", "3", "--format", "json"],
      ["deliveries", "show", "4"],
      ["doctor", "-v"],
    ]) {
      said.push(await runCli(args, { home: at.home }));
    }
    const page = await fetch(`${await receiver.url()}/`);
    said.push(await page.text(), [...page.headers]);
    receiver.child.kill("SIGTERM");
    const ended = await receiver.ended;
    expect(ended.code).toBe(0);
    // The secret was printed: the other lines of the handler are stored.
    expect(ended.stderr).toContain("leaky: headers");
    said.push(ended);

    const found = async (words: string): Promise<string> => {
      const where = `"${tokenize(words).join(" ")}"`;
      return (await runCli(["deliveries", "ls", "--where", where, "--format", "json"], { home: at.home }))
        .stdout;
    };
    for (const secret of Object.values(secrets)) expect(JSON.parse(await found(secret))).toEqual([]);
    expect(await found("x-webhook-secret [redacted]")).toContain('"seq":1,');

    const forms = Object.values(secrets).flatMap(writtenForms);
    const text = JSON.stringify(said);
    const inOutput = forms.filter(
      (form) => text.includes(form) || text.includes(JSON.stringify(form).slice(1, -1)),
    );
    expect(inOutput).toEqual([]);
    expect(filesWith(at.home, forms)).toEqual([]);
    // The search finds a text that is stored.
    expect(filesWith(directory.path, forms)).toEqual([join(directory.path, "global.txt")]);
  });
});

/** Returns the columns (`table.column`) of a database that contain one of the texts. */
function columnsWith(file: string, texts: readonly string[]): readonly string[] {
  using db = new DatabaseSync(file, { readOnly: true });
  const found = new Set<string>();
  for (const { name } of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()) {
    for (const row of db.prepare(`SELECT * FROM "${String(name)}"`).all()) {
      for (const [column, value] of Object.entries(row)) {
        const content = value instanceof Uint8Array ? Buffer.from(value) : String(value);
        if (texts.some((text) => content.includes(text))) found.add(`${String(name)}.${column}`);
      }
    }
  }
  return [...found];
}

/** Script that prints its secret in several encodings, and then its length. */
const leakyJob = `env; echo "secret: $WEBHOOK_SECRET" >&2; printf %s "$WEBHOOK_SECRET" | base64
printf %s "$WEBHOOK_SECRET" | od -An -tx1 | tr -d ' \\n'; echo; echo "length \${#WEBHOOK_SECRET}"`;

describe("hooklens hub", () => {
  test("keeps a webhook's secret in its registry alone, which only its owner can read", async () => {
    const secret = "hub-kept-Secret-77";
    const target = await httpTarget((request, response) => {
      response.end(`got ${String(request.headers["x-webhook-secret"])}`);
    });
    const receiver = startReceive(["--secret", secret, "-v"]);
    const { at } = receiver;
    const cli = async (...args: string[]) => {
      const result = await runCli([...args, "--local"], { home: at.home });
      expect(result, result.stderr).toMatchObject({ code: 0 });
      return result;
    };
    const watched = ["--watch", "dataset:me/corpus", "--secret", secret];
    const source = (await cli("jobs", "run", "--format", "quiet", "--", "sh", "-c", leakyJob)).stdout.trim();
    const said = [
      await cli("webhooks", "create", "--job-id", source, ...watched),
      await cli("webhooks", "create", "--url", `${await receiver.url()}/webhooks/inbox`, ...watched),
      await cli("webhooks", "create", "--url", target.url, ...watched),
      await cli("webhooks", "ls", "--format", "json"),
      await cli("trigger", "repo.content.update", "--repo", "dataset:me/corpus"),
    ];
    const hub = startCli(["hub", "--port", "0", "-v"], { home: at.home });
    try {
      await listeningUrl(hub);
      await target.received(1);
      expect(target.seen[0]?.headers["x-webhook-secret"]).toBe(secret);
      said.push(await cli("webhooks", "ls"));
      const ofEvent = await vi.waitFor(
        async () => {
          const runs = await cli("jobs", "ls", "--format", "quiet");
          const id = runs.stdout.split("\n").find((line) => line !== "" && line !== source);
          if (id === undefined) throw new Error("the event has not started its Job yet");
          return id;
        },
        { timeout: 20_000, interval: 50 },
      );
      const output = await cli("jobs", "logs", ofEvent);
      // The Job had the secret.
      expect(output.stdout).toContain(`length ${secret.length}\n`);
      expect(output.stdout).toContain("secret: [redacted]\n");
      said.push(output, await cli("jobs", "ls", "--format", "json"));
      receiver.child.kill("SIGTERM");
      said.push(await receiver.ended);
    } finally {
      hub.child.kill("SIGTERM");
      said.push(await hub.ended);
    }
    const forms = writtenForms(secret);
    expect(forms.filter((form) => JSON.stringify(said).includes(form))).toEqual([]);
    const found = filesWith(at.home, forms);
    expect(found).toEqual([join(at.dataDir, "hub.db")]);
    expect(statSync(join(at.dataDir, "hub.db")).mode & 0o777).toBe(0o600);
    expect(columnsWith(join(at.dataDir, "hub.db"), forms)).toEqual(["webhooks.secret"]);
  });
});
