/**
 * Tries changes of the table "Files of a change" in docs/architecture.md: makes each one in a copy of the repository, checks
 * the types, and asserts that the rest of the program follows. Prints the changed files of each, and ends with code 1 if a
 * change takes more than the table says. Arguments are names of changes; without one, all are tried.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";

interface Change {
  readonly name: string;
  /** Number of files of src that the table promises. */
  readonly promised: number;
  /** Edits by path: a text and what it becomes, in order; or the text of a new file. */
  readonly edits: Readonly<Record<string, string | readonly (readonly [string, string])[]>>;
  /** Module that throws unless the rest of the program follows; `run` returns the output of a command line. */
  readonly asserts: string;
}

const reporter = `import { type CheckedText, findingId } from "./checked-text.ts";
import type { Reporter } from "./reporter.ts";

export function exampleReporter(): Reporter<CheckedText> {
  return {
    begin: () => "example\\n",
    file: ({ check }) => check.findings.map((finding) => findingId(finding) + "\\n").join(""),
    end: () => "end\\n",
  };
}
`;

const rule = `import type { Rule } from "./rule.ts";

export const example: Rule = {
  id: "example-rule",
  severity: "warning",
  summary: "Always.",
  explanation: "An example.",
  check: () => [{ path: "", message: "example", hint: null, fix: null }],
};
`;

/** Adds the field to a delivery that a test builds. */
const builtDelivery = [['remote: "127.0.0.1",', 'remote: "127.0.0.1",\n    host: null,']] as const;

const changes: readonly Change[] = [
  {
    name: "a filter term",
    promised: 1,
    edits: {
      "src/model/filter.ts": [
        ['"path", "reason"] as const', '"path", "reason", "digest"] as const'],
        ['  | "bookmark"\n>', '  | "bookmark"\n  | "sha256"\n>'],
        [
          '  reason: { column: "reason"',
          '  digest: { column: "sha256", textOf: (row) => row.sha256 },\n  reason: { column: "reason"',
        ],
      ],
    },
    asserts: `
      const { parseFilter } = await import("./src/model/filter-parse.ts");
      assert.equal(parseFilter("digest:ab*").terms[0].match.kind, "digest");
      assert.equal(run("deliveries", "ls", "--where", "digest:ab*", "--format", "json").status, 0);`,
  },
  {
    name: "a webhook domain",
    promised: 1,
    edits: {
      "src/model/event.ts": [
        ['domains = ["repo", "discussion"]', 'domains = ["repo", "discussion", "space"]'],
      ],
    },
    asserts: `
      assert.match(run("webhooks", "create", "--help").stdout, /space/);
      const watch = ["--url", "http://127.0.0.1:1", "--watch", "dataset:me/corpus", "--domain", "space"];
      assert.match(run("webhooks", "create", ...watch, "--format", "json").stdout, /"space"/);`,
  },
  {
    name: "a format of an export",
    promised: 2,
    edits: {
      "src/exports/example.ts": `import type { DeliveryDetail } from "../model/delivery.ts";

export const exampleLine = ({ seq }: DeliveryDetail): string => \`example \${seq}\\n\`;
`,
      "src/engine/export/formats.ts": [
        [
          "const formats = {\n",
          `const formats = {
  example: {
    label: "Example",
    about: "as an example",
    extension: ".txt",
    output: "file",
    async *write(deliveries: Deliveries) {
      const { exampleLine } = await import("../../exports/example.ts");
      for await (const delivery of deliveries) yield exampleLine(delivery);
    },
  },
`,
        ],
      ],
    },
    asserts: `
      const { exportFormats, exportKinds } = await import("./src/engine/export/formats.ts");
      assert.ok(exportKinds.includes("example"));
      const written = [];
      for await (const text of exportFormats.example.write((async function* () { yield { seq: 7 }; })())) written.push(text);
      assert.deepEqual(written, ["example 7\\n"]);
      assert.match(run("deliveries", "export", "--help").stdout, /example/);`,
  },
  {
    name: "a setting",
    promised: 1,
    edits: {
      "src/cli/settings/table.ts": [
        [
          "  metricsToken: setting({",
          `  example: setting({
    env: "HOOKLENS_EXAMPLE",
    about: "An example.",
    schema: text,
    default: null,
  }),
  metricsToken: setting({`,
        ],
      ],
    },
    asserts: `
      const { stdout } = run("config", "--format", "json");
      assert.ok(JSON.parse(stdout).settings.some(({ name }) => name === "receiver.example"));
      process.env.HOOKLENS_EXAMPLE = "of the environment";
      assert.match(run("config", "--format", "json").stdout, /of the environment/);`,
  },
  {
    name: "a column",
    promised: 1,
    edits: {
      "src/tables/jobs.ts": [
        [
          "    id: idColumn,\n",
          `    id: idColumn,
    example: {
      title: v\`example\`,
      width: 8,
      cell: ({ id }) => span(visible(id)),
      order: ({ id }) => id,
    },
`,
        ],
      ],
    },
    asserts: `
      const { allTables } = await import("./src/tables/all-tables.ts");
      assert.ok(Object.keys(allTables.jobs.columns).includes("example"));
      process.env.XDG_CONFIG_HOME = process.env.HOME;
      mkdirSync(process.env.HOME + "/hooklens");
      writeFileSync(process.env.HOME + "/hooklens/config.yaml", "interface: {columns: {jobs: [id, example]}}\\n");
      assert.match(run("config", "--format", "json").stdout, /id, example/);`,
  },
  {
    name: "a policy rule",
    promised: 2,
    edits: {
      "src/policy/rules/example-rule.ts": rule,
      "src/policy/rules/index.ts": [
        [
          'import type { Rule } from "./rule.ts";',
          'import { example } from "./example-rule.ts";\nimport type { Rule } from "./rule.ts";',
        ],
        ["  mixedScript,\n];", "  mixedScript,\n  example,\n];"],
      ],
    },
    asserts: `
      assert.match(run("policy", "check", "fixtures/policies").stdout, /example-rule/);
      assert.match(run("policy", "check", "fixtures/policies", "--format", "sarif").stdout, /example-rule/);`,
  },
  {
    name: "a report of checked policies",
    promised: 2,
    edits: {
      "src/policy/report/example.ts": reporter,
      "src/cli/commands/policy/check.ts": [
        [
          "  github: report(",
          '  example: report(async () => (await import("../../../policy/report/example.ts")).exampleReporter()),\n  github: report(',
        ],
      ],
    },
    asserts: `
      assert.match(run("policy", "check", "fixtures/policies", "--format", "example").stdout, /^example\\n[^]*end\\n$/);
      assert.match(run("policy", "check", "--help").stdout, /example/);`,
  },
  {
    name: "a report of compared policies",
    promised: 2,
    edits: {
      "src/policy/report/example.ts": `import type { ComparedPolicy } from "./compared-policies.ts";
import type { Reporter } from "./reporter.ts";

export function exampleReporter(): Reporter<ComparedPolicy> {
  return { begin: () => "example\\n", file: ({ kind }) => kind + "\\n", end: () => "end\\n" };
}
`,
      "src/cli/commands/policy/diff.ts": [
        [
          "{ ...standardFormats }",
          '{\n  ...standardFormats,\n  example: report(async () => (await import("../../../policy/report/example.ts")).exampleReporter()),\n}',
        ],
        ["import type { Reported }", "import { report, type Reported }"],
      ],
    },
    asserts: `
      const [one, other] = ["fixtures/policies/energy.yaml", "fixtures/policies/financial.yaml"];
      assert.match(run("policy", "diff", one, other, "--format", "example").stdout, /^example\\nchanged\\nend\\n$/);
      assert.match(run("policy", "diff", "--help").stdout, /example/);`,
  },
  {
    name: "a report of reviewed policies",
    promised: 2,
    edits: {
      "src/policy/report/review/example.ts": `import type { Reporter } from "../reporter.ts";
import type { ReviewedPolicy } from "./reviewed-policy.ts";

export function exampleReporter(): Reporter<ReviewedPolicy> {
  return { begin: () => "example\\n", file: ({ file }) => file + "\\n", end: () => "end\\n" };
}
`,
      "src/cli/commands/policy/review.ts": [
        [
          "{ ...standardFormats }",
          '{\n  ...standardFormats,\n  example: report(async () => (await import("../../../policy/report/review/example.ts")).exampleReporter()),\n}',
        ],
        ["import type { Reported }", "import { report, type Reported }"],
      ],
    },
    asserts: `
      const reported = run("policy", "review", "check", "fixtures/policies", "--format", "example").stdout;
      assert.match(reported, /^example\\n[^]*academic.yaml\\n[^]*end\\n$/);
      assert.match(run("policy", "review", "ls", "--help").stdout, /example/);`,
  },
  {
    name: "a tunnel",
    promised: 2,
    edits: {
      "src/receiver/tunnel/example/provider.ts": `import { keepOpen } from "../keep-open.ts";
import type { TunnelChoice, TunnelProvider } from "../provider.ts";

export const example = {
  kind: "example",
  form: "example",
  prefix: "example",
  headerPrefix: "example-",
  options: { region: { about: "Region.", flag: "--region", help: "region of the example" } },
  parse: (text): TunnelChoice | null =>
    text === "example"
      ? {
          provider: example,
          create: () =>
            keepOpen({
              name: "example",
              connect: async () => ({
                url: "https://tunnel.example",
                endsAtMs: null,
                check() {},
                close: async () => {},
              }),
            }),
        }
      : null,
  check: async () => "no requirements",
} as const satisfies TunnelProvider;
`,
      "src/receiver/tunnel/providers.ts": [
        [
          "import type { TunnelChoice,",
          'import { example } from "./example/provider.ts";\nimport type { TunnelChoice,',
        ],
        ["[ngrok, ssh]", "[ngrok, ssh, example]"],
      ],
    },
    asserts: `
      assert.match(run("receive", "--help").stdout, /--region <text> +region of the example/);
      assert.match(run("config", "--format", "json").stdout, /"tunnel.region"/);
      assert.match(run("__complete", "--", "receive", "--tunnel", "").stdout, /^example/m);
      const { makeMetricsAccess } = await import("./src/receiver/metrics/access.ts");
      const request = { peer: "127.0.0.1", authorization: null, publicUrl: null };
      const headers = { logged: [["Example-Trace", "1"]], page: { host: "127.0.0.1" } };
      assert.equal(makeMetricsAccess(null)({ ...request, headers })?.status, 403);`,
  },
  {
    name: "a field of a delivery: stored, shown, filtered, exported, on NATS",
    promised: 4,
    edits: {
      "src/model/delivery-fields.ts": [
        ["  remote: z.string(),\n", "  remote: z.string(),\n  host: z.string().nullable().default(null),\n"],
        ["  bytes: { bytes: (", "  host: { host: ({ host }) => host },\n  bytes: { bytes: ("],
        [
          '    bytes: Number(row["bytes"]),\n',
          '    host: text(row["host"]),\n    bytes: Number(row["bytes"]),\n',
        ],
      ],
      "src/receiver/arrival.ts": [
        ["    remote,\n    headers:", "    remote,\n    host: headers.page.host,\n    headers:"],
      ],
      "src/store/sqlite/deliveries/schema.ts": [
        [
          "sql: tables }];",
          'sql: tables }, { version: 9, sql: "ALTER TABLE deliveries ADD COLUMN host TEXT" }];',
        ],
      ],
      "src/model/filter.ts": [
        ['"path", "reason"] as const', '"path", "reason", "host"] as const'],
        ['  | "bookmark"\n>', '  | "bookmark"\n  | "host"\n>'],
        [
          "  reason: { column:",
          '  host: { column: "host", textOf: (row) => row.host },\n  reason: { column:',
        ],
      ],
      "test/support/new-delivery.ts": builtDelivery,
      "test/support/app/deliveries.ts": builtDelivery,
    },
    asserts: `
      const [line] = readFileSync("fixtures/data/bc639e5d/deliveries.ndjson", "utf8").split("\\n");
      const file = process.env.HOME + "/deliveries.ndjson";
      writeFileSync(file, JSON.stringify({ ...JSON.parse(line), host: "hooks.example.org" }) + "\\n");
      assert.equal(run("deliveries", "import", file).stderr, "");
      assert.match(run("deliveries", "ls", "--where", "host:hooks.*", "--format", "json").stdout, /"host": ?"hooks.example.org"/);
      assert.match(run("deliveries", "export").stdout, /"host":"hooks.example.org"/);
      const { copiedFields } = await import("./src/model/delivery-fields.ts");
      assert.ok(copiedFields.includes("host"));`,
  },
  {
    name: "a screen",
    promised: 2,
    edits: {
      "src/screens/example/screen.ts": `import { line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { inScreen } from "../../tui/scope.ts";
import type { AppScreen } from "../app.ts";

export const exampleScreen: AppScreen = {
  id: "example",
  layout: () => ({ pane: "text" }),
  focusedPane: () => "text",
  slices: [],
  commands: [],
  dialogs: [],
  scopes: [{ scope: "example", title: "Example", outer: inScreen }],
  start: () => ({}),
  scope: () => "example",
  listIn: () => null,
  copyText: () => null,
  status: () => [],
  pane: () => ({ title: [span(v\`Example\`)], lines: [line(span(v\`An example.\`))] }),
};
`,
      "src/screens/index.ts": [
        [
          "\n];\n",
          `
  {
    id: "example",
    title: "Example",
    key: "6",
    load: async () => (await import("./example/screen.ts")).exampleScreen,
  },
];
`,
        ],
      ],
    },
    asserts: `
      const { loadRegistry } = await import("./src/screens/index.ts");
      const registry = await loadRegistry();
      assert.ok(registry.screens.some(({ id }) => id === "example"));
      assert.deepEqual(registry.commands.find(({ title }) => title === "Show Example")?.keys, ["6"]);
      assert.match(run("config", "keys").stdout, /Show Example/);`,
  },
];

const root = join(import.meta.dirname, "..");
const copy = mkdtempSync(join(tmpdir(), "hooklens-changes-"));
const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
for (const path of [...tracked, "src/policy/schema/compiled-schema.ts"].filter(Boolean)) {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  cpSync(join(root, path), join(copy, path));
}
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));

/** Makes the change in the copy. Returns the function that takes it back. */
function apply({ edits }: Change): () => void {
  const before = new Map<string, string | null>();
  for (const [path, edit] of Object.entries(edits)) {
    const file = join(copy, path);
    const old = typeof edit === "string" ? null : readFileSync(file, "utf8");
    before.set(file, old);
    let text = typeof edit === "string" ? edit : (old ?? "");
    for (const [from, to] of typeof edit === "string" ? [] : edit) {
      if (!text.includes(from)) throw new Error(`${path} has no ${JSON.stringify(from)}`);
      text = text.replace(from, () => to);
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return () => {
    for (const [file, old] of before) {
      if (old === null) rmSync(file);
      else writeFileSync(file, old);
    }
  };
}

/** Returns what the change lacks; empty if the rest of the program follows. */
function faultsOf({ asserts }: Change): string {
  const types = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "."], {
    cwd: copy,
    encoding: "utf8",
  });
  if (types.status !== 0) return types.stdout;
  const module = `import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
const run = (...args) => spawnSync(process.execPath, ["src/cli/main.ts", ...args], { encoding: "utf8" });
${asserts}`;
  const home = mkdtempSync(join(tmpdir(), "hooklens-changes-home-"));
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", module], {
    cwd: copy,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: home },
  });
  rmSync(home, { recursive: true, force: true });
  return status === 0 ? "" : stderr;
}

const named = process.argv.slice(2);

try {
  for (const change of changes.filter(({ name }) => named.length === 0 || named.includes(name))) {
    let faults: string;
    try {
      const takeBack = apply(change);
      faults = faultsOf(change);
      takeBack();
    } catch (error) {
      faults = String(error);
    }
    const files = Object.keys(change.edits).filter((path) => path.startsWith("src/"));
    const isKept = faults === "" && files.length <= change.promised;
    if (!isKept) process.exitCode = 1;
    process.stdout.write(`${isKept ? "✓" : "✗"} ${change.name}: ${files.join(", ")}\n`);
    if (faults !== "") process.stdout.write(`${faults.trim().split("\n").slice(0, 12).join("\n")}\n`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
