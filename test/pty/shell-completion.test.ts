import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../src/engine/stores.ts";
import type { NewDelivery } from "../../src/model/delivery.ts";
import { type CliHome, makeCliHome, runCli } from "../support/cli.ts";
import { compileCache } from "../support/compile-cache.ts";
import { isInstalled } from "../support/installed.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { programFile } from "../support/program.ts";
import { openScreen } from "../support/screen/open-screen.ts";
import type { Screen } from "../support/screen/screen.ts";
import { standInHub } from "../support/stand-in-hub.ts";

const root = join(import.meta.dirname, "../..");
const script = (name: string) => readFileSync(join(root, "completions", name), "utf8");

/** Directory of the shells: their startup files, `hooklens` in `bin`, and files to complete in `work`. */
const place = mkdtempSync(join(tmpdir(), "hooklens-shells-"));
const data = makeCliHome();
/** Data with deliveries of `hostileNames`. */
const hostileData = makeCliHome();
let webhook = "";

async function store({ dataDir }: CliHome, rows: readonly NewDelivery[]): Promise<void> {
  const { deliveries } = await openStore({ dataDir, store: "sqlite" });
  const log = await deliveries.openLog();
  for (const row of rows) await log.append(row);
  await log.close();
}

const put = (path: string, text: string) => {
  mkdirSync(join(place, path, ".."), { recursive: true });
  writeFileSync(join(place, path), text);
};

/** Names that a sender chose, each with its own start; in the wrong quotes a shell creates a file. */
const hostileNames = [
  "za/$(touch${IFS}made)`touch made`\";touch made;';\\touch made;",
  "zb/!!;touch made;\"!!;touch made;'!!;touch made",
];

beforeAll(async () => {
  put("bin/hooklens", `#!/bin/sh\nexec '${process.execPath}' '${programFile()}' "$@"\n`);
  chmodSync(join(place, "bin/hooklens"), 0o755);
  put("bash/rc", `PS1='$> '\n${script("hooklens.bash")}`);
  put("zsh/.zshrc", `PS1='$> '\nautoload -Uz compinit; compinit -u -D\n${script("_hooklens")}`);
  put("fpath/.zshrc", `PS1='$> '\nfpath=(${place}/fpath $fpath)\nautoload -Uz compinit; compinit -u -D\n`);
  put("fpath/_hooklens", script("_hooklens"));
  for (const config of ["fish", "wrong"]) {
    put(`${config}/fish/config.fish`, "function fish_prompt; echo '$> '; end\nset fish_greeting\n");
    put(`${config}/fish/completions/hooklens.fish`, script("hooklens.fish"));
  }
  put("wrong/hooklens/config.yaml", "endpoint: [");
  put("work/policies/one.yaml", "");
  put("work/payload.json", "{}");

  const { stdout } = await runCli(
    ["webhooks", "create", "--url", "https://example.org/hook", "--watch", "org:acme", "--format", "quiet"],
    data,
  );
  webhook = stdout.trim();
  await store(data, [newDelivery({ route: "train", repo: { type: "dataset", name: "me/corpus" } })]);
  await store(
    hostileData,
    hostileNames.map((name) => newDelivery({ repo: { type: "model", name } })),
  );
});
afterAll(() => {
  data.remove();
  hostileData.remove();
  rmSync(place, { recursive: true, force: true });
});

const shells = [
  { name: "bash", command: ["bash", "--noprofile", "--rcfile", `${place}/bash/rc`], env: {} },
  { name: "zsh", command: ["zsh"], env: { ZDOTDIR: `${place}/zsh` } },
  { name: "fish", command: ["fish"], env: { XDG_CONFIG_HOME: `${place}/fish` } },
] as const;

async function openShell(
  { command, env }: Pick<(typeof shells)[number], "command" | "env">,
  more: Readonly<Record<string, string>> = {},
): Promise<Screen> {
  const screen = await openScreen(command, {
    columns: 120,
    rows: 50,
    cwd: join(place, "work"),
    env: {
      PATH: `${place}/bin${delimiter}${process.env["PATH"]}`,
      HOOKLENS_DATA_DIR: data.dataDir,
      NODE_COMPILE_CACHE: compileCache,
      ...env,
      ...more,
    },
  });
  await screen.waitFor(/^\$>/);
  return screen;
}

/** Types a line with its tabs, waits for the line that it becomes, and throws it away. */
async function complete(screen: Screen, typed: string, line: RegExp | string): Promise<void> {
  screen.send(typed);
  await screen.waitFor(line);
  screen.press("ctrl+u");
  await screen.waitFor(/^\$>\s*$/);
}

describe.each(shells)("$name", (shell) => {
  const isMissing = !isInstalled(shell.command[0]);

  it.skipIf(isMissing)("completes commands, options and values", async () => {
    const screen = await openShell(shell);
    const completed = (typed: string, line: RegExp | string) => complete(screen, typed, line);
    await completed("hooklens webh\tsho\t", /^\$> hooklens webhooks show *$/);
    await completed("hooklens webhooks show \t", `hooklens webhooks show ${webhook}`);
    await completed(`hooklens webhooks show ${webhook.slice(0, 4)}\t`, webhook);
    await completed("hooklens webhooks ls --format=j\t", "webhooks ls --format=json");
    await completed("hooklens webhooks create --watch data\tm\t", "create --watch dataset:me/corpus");
    await completed("hooklens deliveries ls --where 'is:fai\t", "ls --where 'is:failed'");
    await completed("hooklens deliveries ls --where 'is:failed rou\tt\t", "'is:failed route:train'");
    await completed("hooklens deliveries show \t", "deliveries show 1");
    await completed("hooklens policy new --vertical heal\t", "--vertical healthcare");
    await completed("hooklens policy check pol\to\t", "policy check policies/one.yaml");
    await completed("hooklens trigger --payload=pay\t", "--payload=payload.json");
    await completed("hooklens receive --handlers po\t", "--handlers policies/");
    await completed("hooklens help webhooks cr\t", "help webhooks create");
    expect(screen.text()).toBe("$>");
  });

  it.skipIf(isMissing)(
    "inserts text that the shell takes as the value, in any quotes",
    { timeout: 60_000 },
    async () => {
      const screen = await openShell(shell, { HOOKLENS_DATA_DIR: hostileData.dataDir });
      for (const name of hostileNames) {
        for (const quote of ["", "'", '"']) {
          // Nothing escapes a ! in double quotes of bash.
          if (quote === '"' && name.includes("!") && shell.name === "bash") continue;
          screen.send(`hooklens trigger repo.content.update --repo ${quote}model:${name.slice(0, 3)}\t`);
          await screen.waitFor(/^\$> hooklens trigger .*(?:touch|made)/);
          screen.press("ctrl+a");
          // The line without the program and five words is the value.
          screen.send("printf '%s\\n' ");
          screen.press("enter");
          await screen.waitUntil(({ text }) => text().split("\n").includes(`model:${name}`));
          expect(readdirSync(join(place, "work")).toSorted()).toEqual(["payload.json", "policies"]);
          screen.press("ctrl+l");
          await screen.waitFor(/^\$>\s*$/);
        }
      }
    },
  );

  it.skipIf(isMissing)("shows what the candidates mean", async () => {
    const screen = await openShell(shell);
    screen.send("hooklens webhooks e\t\t");
    await screen.waitFor(/^enable +.*Enable a webhook/);
    await screen.waitFor(/export +.*Print all webhooks as YAML/);
  });

  it.skipIf(isMissing)("offers nothing, and prints nothing, where the hub does not respond", async () => {
    const hub = await standInHub();
    const { promise, resolve } = Promise.withResolvers<void>();
    hub.misbehave({ on: /^GET/, until: promise });
    const screen = await openShell(shell, hub.env);
    await complete(screen, "hooklens webhooks show \t--form\t", /^\$> hooklens webhooks show --format *$/);
    resolve();
    expect(screen.text()).toBe("$>");
  });

  it.skipIf(isMissing)("prints nothing where the config file is wrong", async () => {
    const screen = await openShell(shell, { XDG_CONFIG_HOME: `${place}/wrong` });
    await complete(screen, "hooklens --profile \tdoc\t", /^\$> hooklens --profile doc *$/);
    expect(screen.text()).toBe("$>");
  });
});

// zsh runs a script in its fpath at the first completion, and the function that this defines from then on.
it.skipIf(!isInstalled("zsh"))("zsh completes by the script in its fpath", async () => {
  const screen = await openShell({ command: ["zsh"], env: { ZDOTDIR: `${place}/fpath` } });
  await complete(screen, "hooklens webh\tsho\t", /^\$> hooklens webhooks show *$/);
  await complete(screen, "hooklens webhooks show \t", `hooklens webhooks show ${webhook}`);
  await complete(screen, "hooklens deliveries ls --where 'is:failed rou\tt\t", "'is:failed route:train'");
  screen.send("hooklens webhooks e\t\t");
  await screen.waitFor(/^enable +.*Enable a webhook/);
});
