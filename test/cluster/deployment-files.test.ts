import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { parseConfig } from "../../src/cli/settings/config-file.ts";
import { parseNatsAddress } from "../../src/store/nats/address.ts";
import { isInstalled } from "../support/installed.ts";
import { natsServerFile } from "../support/nats-server.ts";

const folder = join(import.meta.dirname, "../../examples/cluster");
const read = (path: string) => readFileSync(join(folder, path), "utf8");

/** Servers of every node, as receivers, clients and other nodes name them. */
const nodes = ["nats-0.nats", "nats-1.nats", "nats-2.nats"];

/** Variables that the configuration of the nodes reads. */
const passwords = { RECEIVER_PASSWORD: "receive", VIEWER_PASSWORD: "view", OPERATOR_PASSWORD: "operate" };

const stringsSchema = z.array(z.string()).default([]);
const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      command: stringsSchema,
      environment: z.record(z.string(), z.string()).default({}),
      volumes: stringsSchema,
      networks: z.object({ default: z.object({ aliases: stringsSchema }) }).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

const manifestSchema = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  spec: z.record(z.string(), z.unknown()),
});

const containerSchema = z.object({
  command: stringsSchema,
  args: stringsSchema,
  volumeMounts: z.array(z.object({ name: z.string() })).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
});

const podSchema = z.object({
  template: z.object({
    metadata: z.object({ labels: z.record(z.string(), z.string()) }).optional(),
    spec: z.object({
      containers: z.array(containerSchema),
      volumes: z
        .array(z.object({ name: z.string(), configMap: z.object({ name: z.string() }).optional() }))
        .default([]),
    }),
  }),
  volumeClaimTemplates: z.array(z.object({ metadata: z.object({ name: z.string() }) })).default([]),
});

describe("compose.yaml", () => {
  const { services, volumes } = composeSchema.parse(parse(read("compose.yaml"), { merge: true }));
  const named = (prefix: string) => Object.entries(services).filter(([name]) => name.startsWith(prefix));
  const aliases = (prefix: string) =>
    named(prefix).flatMap(([, { networks }]) => networks?.default?.aliases ?? []);

  test("mounts files that exist and volumes that it declares", () => {
    const sources = Object.values(services).flatMap((service) =>
      service.volumes.map((volume) => volume.split(":")[0] ?? ""),
    );
    const [files, names] = [
      sources.filter((source) => source.startsWith(".")),
      sources.filter((source) => !source.startsWith(".")),
    ];
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
    expect(new Set(names)).toEqual(new Set(Object.keys(volumes)));
  });

  test("gives the nodes the names that receivers use", () => {
    expect(aliases("nats-")).toEqual(nodes);
    for (const [, { environment }] of [...named("receiver-"), ...named("init")]) {
      const { servers } = parseNatsAddress(
        (environment["HOOKLENS_STORE"] ?? "").replaceAll(/\$\{\w+:\?\}/g, "x"),
      );
      expect(servers).toEqual(nodes.map((node) => `${node}:4222`));
    }
  });

  test("gives the receivers the names that the balancer and Prometheus use", () => {
    expect(named("receiver-").map(([name]) => `${name}:7860`)).toEqual(
      /\{\$RECEIVERS:(.+)\}/.exec(read("Caddyfile"))?.[1]?.split(" "),
    );
    expect(aliases("receiver-")).toEqual(["receivers", "receivers", "receivers"]);
    expect(parse(read("prometheus.yml"))).toMatchObject({
      scrape_configs: [{ dns_sd_configs: [{ names: ["receivers"], port: 7860 }] }],
    });
  });

  test("has no variable that the README does not set", () => {
    const variables = new Set([...read("compose.yaml").matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name));
    expect([...variables].filter((name) => !read("README.md").includes(`${name}=`))).toEqual([]);
  });
});

describe("kustomization.yaml", () => {
  const { resources, configMapGenerator: maps } = z
    .object({
      resources: z.array(z.string()),
      configMapGenerator: z.array(z.object({ name: z.string(), files: z.array(z.string()) })),
    })
    .parse(parse(read("kustomization.yaml")));
  const manifests = resources.flatMap((file) =>
    parseAllDocuments(read(file)).map((document) => manifestSchema.parse(document.toJS())),
  );
  const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const pods = ["StatefulSet", "Deployment", "Job"]
    .flatMap(ofKind)
    .map(({ metadata, spec }) => ({ name: metadata.name, ...podSchema.parse(spec) }));

  test("makes configuration of files that exist", () => {
    expect(maps.flatMap(({ files }) => files).filter((file) => !existsSync(join(folder, file)))).toEqual([]);
    const names = maps.map(({ name }) => name);
    const used = pods.flatMap(({ template }) =>
      template.spec.volumes.flatMap(({ configMap }) => configMap?.name ?? []),
    );
    expect(new Set(used)).toEqual(new Set(names));
  });

  test("has everything that compose.yaml has, with a budget for what must not go at once", () => {
    expect(pods.map(({ name }) => name).toSorted()).toEqual(["nats", "prometheus", "receiver", "store-init"]);
    expect(ofKind("PodDisruptionBudget").map(({ metadata }) => metadata.name)).toEqual(["nats", "receiver"]);
  });

  test("mounts volumes that exist", () => {
    for (const { template, volumeClaimTemplates } of pods) {
      const existing = [
        ...template.spec.volumes.map(({ name }) => name),
        ...volumeClaimTemplates.map(({ metadata }) => metadata.name),
      ];
      const mounted = template.spec.containers.flatMap(({ volumeMounts }) =>
        volumeMounts.map(({ name }) => name),
      );
      expect(existing).toEqual(expect.arrayContaining(mounted));
    }
  });

  test("has services that select pods and name their ports", () => {
    for (const { metadata, spec } of ofKind("Service")) {
      const service = z
        .object({
          selector: z.record(z.string(), z.string()),
          ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string().optional() })),
        })
        .parse(spec);
      const pod = pods.find(({ template }) => template.metadata?.labels["app"] === service.selector["app"]);
      const ports = pod?.template.spec.containers.flatMap((container) => container.ports) ?? [];
      for (const { name, port, targetPort } of service.ports) {
        const target = ports.find((each) => each.name === (targetPort ?? name));
        expect(target, `${metadata.name}: ${name}`).toMatchObject(
          targetPort === undefined ? { containerPort: port } : {},
        );
      }
    }
  });

  test("starts the programs of compose.yaml with the same arguments", () => {
    const { services } = composeSchema.parse(parse(read("compose.yaml"), { merge: true }));
    const commandOf = (name: string) => pods.find((pod) => pod.name === name)?.template.spec.containers[0];
    expect(commandOf("receiver")?.command).toEqual(services["receiver-0"]?.command);
    expect(commandOf("store-init")?.command).toEqual(services["init"]?.command);
    expect(commandOf("nats")?.args.map((argument) => argument.replace("$(POD_NAME)", "nats-0"))).toEqual(
      services["nats-0"]?.command,
    );
  });
});

test("the configuration of the receivers is valid", () => {
  expect(parseConfig(read("config.yaml"), "config.yaml")).toMatchObject({ receiver: { port: 7860 } });
});

test("the nodes find each other by their names, and take what a receiver sends", () => {
  const server = read("nats/server.conf");
  expect([...server.matchAll(/nats:\/\/([\w.-]+):6222/g)].map(([, name]) => name)).toEqual(nodes);
  expect(server).toMatch(/^max_payload: 8MB$/m);
});

describe.skipIf(natsServerFile === null)("nats-server", () => {
  test("accepts the configuration for its version, and the flags", () => {
    const check = (config: string) =>
      spawnSync(
        natsServerFile ?? "",
        ["-t", "-c", join(folder, config), "--name", "nats-0", "-sd", "/data"],
        {
          encoding: "utf8",
          env: passwords,
        },
      );
    const older = check("nats/node-2.9.conf");
    expect(older.status, older.stderr).toBe(0);
    // The only difference is what a server before 2.10 does not know.
    const newer = check("nats/node.conf");
    expect(newer.status === 0 ? "" : newer.stderr).toMatch(/^$|unknown field "sync_interval"/);
    const settings = (text: string) => text.replaceAll(/\s*#.*/g, "").replaceAll(/\s+/g, "");
    expect(settings(read("nats/node.conf")).replace("sync_interval:always", "")).toBe(
      settings(read("nats/node-2.9.conf")),
    );
  });
});

test.skipIf(!isInstalled("caddy"))("caddy accepts the Caddyfile", () => {
  const { status, stderr } = spawnSync(
    "caddy",
    ["validate", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"],
    { encoding: "utf8" },
  );
  expect(status, stderr).toBe(0);
});
