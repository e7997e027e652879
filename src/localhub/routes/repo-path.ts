import { z } from "@hono/zod-openapi";
import type { RepoType } from "../../store/repo-records.ts";

const types = { models: "model", datasets: "dataset", spaces: "space" } as const satisfies Record<
  string,
  RepoType
>;

/** Path segment of a repo type. */
export const typesParam = z.enum(["models", "datasets", "spaces"], {
  error: "must be one of [models, datasets, spaces]",
});

/** `model` of `models`. */
export function typeOf(kind: z.output<typeof typesParam>): RepoType {
  return types[kind];
}

/** Base path of one repo. */
export const repoPath = "/api/{types}/{namespace}/{name}";

export const repoParams = z.object({
  types: typesParam,
  namespace: z.string().openapi({ example: "me" }),
  name: z.string().openapi({ example: "corpus" }),
});

/** Repo named by the path. */
export function repoOfPath(params: z.output<typeof repoParams>): { type: RepoType; name: string } {
  return { type: typeOf(params.types), name: `${params.namespace}/${params.name}` };
}
