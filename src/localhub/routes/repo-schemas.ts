import { z } from "@hono/zod-openapi";
import { repoTypes } from "../../store/repo-records.ts";

const typeNames = repoTypes.join(", ");

/** Type of a repo; default `model`. Python clients send null for an absent value. */
const typeSchema = z
  .enum(repoTypes, { error: `must be one of [${typeNames}]` })
  .nullish()
  .transform((type) => type ?? "model");

const visibilitySchema = z.enum(["public", "private"], { error: "must be one of [public, private]" });

/** Fields of the visibility: current clients send `visibility`, older ones `private`. */
const privacy = { visibility: visibilitySchema.nullish(), private: z.boolean().nullish() };

/** Returns true if the request makes a repo private, false if public, and undefined if it changes neither. */
export function privacyOf(body: {
  visibility?: "public" | "private" | null | undefined;
  private?: boolean | null | undefined;
}): boolean | undefined {
  return body.visibility ? body.visibility === "private" : (body.private ?? undefined);
}

const namedRepo = {
  type: typeSchema,
  name: z.string().min(1),
  organization: z.string().min(1).nullish(),
};

/**
 * Returns the full name of a repo: `owner/name`.
 * @param account owner if no organization is given
 */
export function fullName(
  { name, organization }: { name: string; organization?: string | null | undefined },
  account: string,
): string {
  return name.includes("/") && !organization ? name : `${organization || account}/${name}`;
}

export const createRepoSchema = z
  .object({ ...namedRepo, ...privacy, sdk: z.enum(["gradio", "docker", "static", "streamlit"]).nullish() })
  .check(({ value, issues }) => {
    if (value.type !== "space" || value.sdk) return;
    issues.push({ code: "custom", input: value, path: ["sdk"], message: "is required for a space" });
  })
  .openapi("NewRepo", { example: { type: "dataset", name: "corpus", visibility: "private" } });

export const createdRepoSchema = z.object({ url: z.string(), name: z.string(), id: z.string() });

export const deleteRepoSchema = z.object(namedRepo).openapi("RepoToDelete");

export const moveRepoSchema = z
  .object({ fromRepo: z.string().min(1), toRepo: z.string().min(1), type: typeSchema })
  .openapi("RepoMove");

const gatedSchema = z.union([z.literal("auto"), z.literal("manual"), z.literal(false)], {
  error: "must be one of [auto, manual, false]",
});

export const settingsSchema = z
  .object({ ...privacy, gated: gatedSchema.optional() })
  .refine((body) => privacyOf(body) !== undefined || body.gated !== undefined, {
    error: "must contain at least one of [visibility, private, gated]",
  })
  .openapi("RepoSettings");

export const settingsResponseSchema = z.object({ private: z.boolean(), gated: gatedSchema });

/** Metadata of a repo without its contents. */
export const listedRepoSchema = z
  .object({
    _id: z.string(),
    id: z.string(),
    modelId: z.string().optional(),
    author: z.string(),
    createdAt: z.string(),
    private: z.boolean(),
    gated: gatedSchema,
    disabled: z.boolean(),
    downloads: z.number(),
    likes: z.number(),
    sdk: z.string().optional(),
    subdomain: z.string().optional(),
  })
  .openapi("ListedRepo");

export const repoInfoSchema = listedRepoSchema
  .extend({
    sha: z.string(),
    lastModified: z.string(),
    tags: z.array(z.string()),
    siblings: z.array(
      z.object({ rfilename: z.string(), size: z.number().optional(), blobId: z.string().optional() }),
    ),
  })
  .openapi("RepoInfo");

const refSchema = z.object({ name: z.string(), ref: z.string(), targetCommit: z.string() });

export const refsSchema = z
  .object({
    branches: z.array(refSchema),
    converts: z.array(refSchema),
    tags: z.array(refSchema),
    pullRequests: z.array(refSchema).optional(),
  })
  .openapi("RepoRefs");

export const treeSchema = z
  .array(
    z.object({
      type: z.enum(["file", "directory"]),
      oid: z.string(),
      size: z.number(),
      path: z.string(),
    }),
  )
  .openapi("RepoTree");

export const preuploadSchema = z
  .object({
    files: z.array(z.object({ path: z.string(), sample: z.string(), size: z.number() })),
    gitIgnore: z.string().nullish(),
  })
  .openapi("Preupload");

export const preuploadResponseSchema = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      uploadMode: z.literal("regular"),
      shouldIgnore: z.literal(false),
      oid: z.string().optional(),
    }),
  ),
});

export const commitResponseSchema = z
  .object({
    success: z.literal(true),
    commitOid: z.string(),
    commitUrl: z.string(),
    hookOutput: z.string(),
    pullRequestUrl: z.string().optional(),
  })
  .openapi("Commit");

export const branchSchema = z.object({ startingPoint: z.string().nullish() }).openapi("NewBranch");

export const tagSchema = z
  .object({ tag: z.string().min(1), message: z.string().nullish() })
  .openapi("NewTag", { example: { tag: "v1.0" } });

export const validateYamlSchema = z.object({ content: z.string(), repoType: z.string().nullish() });

export const validateYamlResponseSchema = z.object({
  errors: z.array(z.object({ message: z.string() })),
  warnings: z.array(z.object({ message: z.string() })),
});
