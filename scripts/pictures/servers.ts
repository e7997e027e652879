import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { sshEnvironment } from "../../test/support/tunnel/ssh-wrapper.ts";
import { openSshd } from "../../test/support/tunnel/sshd.ts";
import type { Start } from "./pictures.ts";

/** Address at which nothing listens. */
export const deadTarget = "http://127.0.0.1:47999/hook";

/** Starts a web server on loopback, which ends with `resources`, and returns its URL. */
async function serve(resources: AsyncDisposableStack, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  resources.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  return `http://127.0.0.1:${address.port}`;
}

const atHub = (endpoint: string): Start => ({
  isLocal: false,
  env: { HF_ENDPOINT: endpoint, HF_TOKEN: "hf_x" },
});

/** Starts the app at a hub that does not run. */
export const deadHub: Start = atHub("http://127.0.0.1:47998");

/** Starts the app at a hub that never responds. */
export async function silentHub(resources: AsyncDisposableStack): Promise<Start> {
  return atHub(await serve(resources, () => {}));
}

/** Starts the app at a hub with one webhook, which is not a local hub. The webhook sends to the same server. */
export async function remoteHub(resources: AsyncDisposableStack): Promise<Start> {
  const webhook = (target: string) => ({
    id: "6390e855e30d9209411de93b",
    url: `${target}/hook`,
    watched: [{ type: "dataset", name: "me/corpus" }],
    domains: [],
    disabled: false,
  });
  const answers: Readonly<Record<string, (target: string) => unknown>> = {
    "/api/settings/webhooks": (target) => [webhook(target)],
    "/api/whoami-v2": () => ({ name: "ada", type: "user" }),
    "/hook": () => ({ ok: true }),
  };
  const url = await serve(resources, (request, response) => {
    const answer = answers[request.url ?? ""]?.(`http://${request.headers.host ?? ""}`);
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { error: "Not found" }));
  });
  return atHub(url);
}

/** Starts the app with a tunnel through a real SSH server. */
export async function tunnelStart(resources: AsyncDisposableStack): Promise<Start> {
  const sshd = resources.use(await openSshd());
  const { user, host, port } = sshd.target;
  return {
    env: { ...sshEnvironment(sshd) },
    config: { receiver: { open: true }, tunnel: { provider: `ssh://${user}@${host}:${port}` } },
  };
}
