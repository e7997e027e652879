import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Logger } from "../../model/logger.ts";
import type { RepoType } from "../../store/repo-records.ts";
import { refusals } from "../errors.ts";
import { askHttpBackend } from "../git/http-backend.ts";
import type { Repo } from "../repos/repo.ts";
import type { Repos } from "../repos/repos.ts";
import { endpointOf } from "./paths.ts";

const prefixes: readonly (readonly [RepoType, string])[] = [
  ["model", ""],
  ["dataset", "/datasets"],
  ["space", "/spaces"],
];

/**
 * Adds the routes of `git clone`, `fetch` and `push` over HTTP, which git's own backend serves. A push fires
 * one event with all refs that it moved.
 */
export function addGitRoutes(app: OpenAPIHono, repos: Repos, logger: Logger): void {
  for (const [type, prefix] of prefixes) {
    const path = `${prefix}/:owner/:name` as const;
    const repoOf = (context: Context): Promise<Repo> => {
      const { owner = "", name = "" } = context.req.param();
      return repos.find(type, `${owner}/${name.replace(/\.git$/, "")}`);
    };

    app.get(`${path}/info/refs`, async (context) => {
      const service = context.req.query("service");
      if (service !== "git-upload-pack" && service !== "git-receive-pack") {
        throw refusals.badRequest("This hub supports only git's smart protocol");
      }
      const query = `service=${service}`;
      const { raw: request } = context.req;
      const repo = await repoOf(context);
      return (await askHttpBackend(repo.gitDir, { service: "info/refs", query, request })).response();
    });

    app.post(`${path}/git-upload-pack`, async (context) => {
      const { raw: request } = context.req;
      const repo = await repoOf(context);
      const asked = { service: "git-upload-pack", query: "", request };
      return (await askHttpBackend(repo.gitDir, asked)).response();
    });

    app.post(`${path}/git-receive-pack`, async (context) => {
      const { raw: request } = context.req;
      const repo = await repoOf(context);
      const started = Promise.withResolvers<Response>();
      const announced = repos.changeRefs(repo, endpointOf(context), async () => {
        const backend = await askHttpBackend(repo.gitDir, {
          service: "git-receive-pack",
          query: "",
          request,
        });
        // The response ends once the event is on disk.
        started.resolve(backend.response(announced));
        await backend.ended;
      });
      announced.catch((error: unknown) => {
        logger.error(`a push to ${repo.type} ${repo.name} failed: ${String(error)}`);
        started.reject(error);
      });
      return started.promise;
    });
  }
}
