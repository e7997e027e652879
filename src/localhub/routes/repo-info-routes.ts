import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { ownerOf, subdomainOf } from "../events/event-payload.ts";
import { commitsOf } from "../git/history.ts";
import { listTree } from "../git/objects.ts";
import { listRefs, mainRef, type Ref } from "../git/refs.ts";
import { readTags } from "../repos/repo-card.ts";
import { commitOf } from "../repos/repo-refs.ts";
import type { Repo } from "../repos/repo.ts";
import type { Repos } from "../repos/repos.ts";
import { json } from "./hub-app.ts";
import { described, repoOfPath, repoParams, repoPath, typeOf, typesParam } from "./paths.ts";
import { listedRepoSchema, refsSchema, repoInfoSchema } from "./repo-schemas.ts";

const listRoute = createRoute({
  method: "get",
  path: "/api/{types}",
  request: {
    params: z.object({ types: typesParam }),
    query: z.object({
      author: z.string().optional(),
      search: z.string().optional(),
      limit: z
        .string()
        .regex(/^\d{1,9}$/, { error: "must be a number" })
        .optional(),
    }),
  },
  responses: { 200: json(z.array(listedRepoSchema), "Matching repos, newest first") },
});
const infoQuery = z.object({ blobs: z.string().optional() });
const infoResponse = { 200: json(repoInfoSchema, "The repo and its files at the revision") };

const infoRoute = createRoute({
  method: "get",
  path: repoPath,
  request: { params: repoParams, query: infoQuery },
  responses: infoResponse,
});
const revisionRoute = createRoute({
  method: "get",
  path: `${repoPath}/revision/{revision}`,
  request: { params: repoParams.extend({ revision: z.string() }), query: infoQuery },
  responses: infoResponse,
});
const refsRoute = createRoute({
  method: "get",
  path: `${repoPath}/refs`,
  request: { params: repoParams, query: z.object({ include_prs: z.string().optional() }) },
  responses: { 200: json(refsSchema, "Commits of all branches and tags, and of pull requests if requested") },
});

/** Adds the routes of the metadata of repos in the format of the Hub's API. */
export function addRepoInfoRoutes(app: OpenAPIHono, repos: Repos): void {
  app.openapi(described(app, listRoute), async (context) => {
    const type = typeOf(context.req.valid("param").types);
    const { author, search = "", limit = "" } = context.req.valid("query");
    const wanted = (await repos.list(author)).filter(
      (repo) => repo.type === type && repo.name.toLowerCase().includes(search.toLowerCase()),
    );
    const listed = wanted.toReversed().slice(0, limit === "" ? wanted.length : Number(limit));
    return context.json(listed.map(listedRepo), 200);
  });

  app.openapi(described(app, infoRoute), async (context) => {
    const { type, name } = repoOfPath(context.req.valid("param"));
    const info = await infoOf(await repos.find(type, name), mainRef, wantsBlobs(context.req.valid("query")));
    return context.json(info, 200);
  });

  app.openapi(described(app, revisionRoute), async (context) => {
    const params = context.req.valid("param");
    const { type, name } = repoOfPath(params);
    const repo = await repos.find(type, name);
    const info = await infoOf(repo, params.revision, wantsBlobs(context.req.valid("query")));
    return context.json(info, 200);
  });

  app.openapi(described(app, refsRoute), async (context) => {
    const { type, name } = repoOfPath(context.req.valid("param"));
    const refs = await listRefs((await repos.find(type, name)).gitDir);
    const withPrs = (context.req.valid("query").include_prs ?? "0") !== "0";
    return context.json(
      {
        branches: refsUnder(refs, "refs/heads/"),
        converts: refsUnder(refs, "refs/convert/"),
        tags: refsUnder(refs, "refs/tags/"),
        ...(withPrs ? { pullRequests: refsUnder(refs, "refs/pr/") } : {}),
      },
      200,
    );
  });
}

/** Returns true if `blobs` is `1` or `true` in any case: Python clients send `True`. */
function wantsBlobs({ blobs = "" }: z.output<typeof infoQuery>): boolean {
  return /^(?:1|true)$/i.test(blobs);
}

function refsUnder(refs: readonly Ref[], prefix: string): z.output<typeof refsSchema>["branches"] {
  return refs
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, commit }) => ({ name: name.slice(prefix.length), ref: name, targetCommit: commit }));
}

function listedRepo(repo: Repo): z.output<typeof listedRepoSchema> {
  const { type, name } = repo;
  return {
    _id: repo.id,
    id: name,
    ...(type === "model" ? { modelId: name } : {}),
    author: ownerOf(name),
    createdAt: repo.createdAt,
    private: repo.private,
    gated: repo.gated ?? false,
    disabled: false,
    downloads: 0,
    likes: 0,
    ...(type === "space" ? { subdomain: subdomainOf(name) } : {}),
    ...(repo.sdk === null ? {} : { sdk: repo.sdk }),
  };
}

async function infoOf(
  repo: Repo,
  revision: string,
  withBlobs: boolean,
): Promise<z.output<typeof repoInfoSchema>> {
  const { gitDir } = repo;
  const sha = await commitOf(gitDir, revision);
  const [tags, [newest], entries] = await Promise.all([
    readTags(gitDir, sha),
    commitsOf(gitDir, sha, { limit: 1 }),
    listTree(gitDir, sha, "", true),
  ]);
  return {
    ...listedRepo(repo),
    sha,
    lastModified: newest?.createdAt ?? repo.createdAt,
    tags: [...tags],
    siblings: entries
      .filter((entry) => entry.type === "file")
      .map(({ path, bytes, oid }) => ({
        rfilename: path,
        ...(withBlobs ? { size: bytes, blobId: oid } : {}),
      })),
  };
}
