import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { RepoType } from "../../store/repo-records.ts";
import { refusals } from "../errors.ts";
import { listTree, lookUp, streamBlob } from "../git/objects.ts";
import { isFilePath } from "../git/write-objects.ts";
import { commitOf } from "../repos/repo-refs.ts";
import type { Repo } from "../repos/repo.ts";
import type { Repos } from "../repos/repos.ts";
import { json } from "./hub-app.ts";
import { described, repoOfPath, repoParams, repoPath } from "./paths.ts";
import { treeSchema } from "./repo-schemas.ts";

const rootParams = repoParams.extend({ revision: z.string() });
const folderParams = rootParams.extend({ path: z.string() });
const treeQuery = z.object({ recursive: z.string().optional() });
const treeResponse = { 200: json(treeSchema, "The files and directories") };

const rootRoute = createRoute({
  method: "get",
  path: `${repoPath}/tree/{revision}`,
  request: { params: rootParams, query: treeQuery },
  responses: treeResponse,
});
const folderRoute = createRoute({
  method: "get",
  path: `${repoPath}/tree/{revision}/{path}`,
  request: { params: folderParams, query: treeQuery },
  responses: treeResponse,
});

const fileContent = {
  description: "The file",
  content: { "application/octet-stream": { schema: z.string().openapi({ format: "binary" }) } },
};

const resolvePrefixes: readonly (readonly [RepoType, string])[] = [
  ["model", ""],
  ["dataset", "/datasets"],
  ["space", "/spaces"],
];

/**
 * Adds the routes that list the files of a revision, as the Hub's API does, and download them, as `hf
 * download` requests.
 */
export function addFileRoutes(app: OpenAPIHono, repos: Repos): void {
  app.openapi(described(app, rootRoute), async (context) => {
    const params = context.req.valid("param");
    const { type, name } = repoOfPath(params);
    const repo = await repos.find(type, name);
    return context.json(await treeOf(repo, params.revision, "", context.req.valid("query")), 200);
  });

  app.openapi(described(app, folderRoute), async (context) => {
    const params = context.req.valid("param");
    const { type, name } = repoOfPath(params);
    const repo = await repos.find(type, name);
    return context.json(await treeOf(repo, params.revision, params.path, context.req.valid("query")), 200);
  });

  for (const [type, prefix] of resolvePrefixes) {
    // Clients send a HEAD for the size and commit of a file before they download it.
    for (const method of ["get", "head"] as const) {
      app.openAPIRegistry.registerPath({
        method,
        path: `${prefix}/{namespace}/{name}/resolve/{revision}/{path}`,
        request: { params: folderParams.omit({ types: true }) },
        responses: { 200: fileContent },
      });
    }
    app.get(`${prefix}/:namespace/:name/resolve/:revision/:path{.+}`, async (context) => {
      const { namespace, name, revision, path } = context.req.param();
      return fileResponse(await repos.find(type, `${namespace}/${name}`), revision, path, context.req.method);
    });
  }
}

async function treeOf(
  { gitDir }: Repo,
  revision: string,
  path: string,
  { recursive = "" }: z.output<typeof treeQuery>,
): Promise<z.output<typeof treeSchema>> {
  const commit = await commitOf(gitDir, revision);
  const folder = path.replace(/\/$/, "");
  const found = folder === "" || isFilePath(folder) ? await lookUp(gitDir, [`${commit}:${folder}`]) : [];
  if (found[0]?.type !== "tree") throw refusals.entryNotFound(`${path} does not exist on "${revision}"`);
  const entries = await listTree(gitDir, commit, folder, /^(?:1|true)$/i.test(recursive));
  return entries.map(({ type, oid, bytes, path }) => ({ type, oid, size: bytes, path }));
}

/** Creates a response that browsers download: they must not run a repo's files as pages of this hub. */
async function fileResponse(
  { gitDir }: Repo,
  revision: string,
  path: string,
  method: string,
): Promise<Response> {
  const commit = await commitOf(gitDir, revision);
  const [blob] = isFilePath(path) ? await lookUp(gitDir, [`${commit}:${path}`]) : [];
  if (blob?.type !== "blob") throw refusals.entryNotFound("Entry not found");
  return new Response(method === "HEAD" ? null : streamBlob(gitDir, blob.oid), {
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(blob.bytes),
      "content-disposition": "attachment",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "x-repo-commit": commit,
      etag: `"${blob.oid}"`,
    },
  });
}
