import { z } from "zod";

type Json = Readonly<Record<string, unknown>>;

const contentSchema = z.record(z.string(), z.looseObject({ schema: z.looseObject({}).optional() }));
const answerSchema = z.union([
  z.strictObject({ $ref: z.string() }),
  z.looseObject({ content: contentSchema.optional() }),
]);
type Answer = z.infer<typeof answerSchema>;
const documentSchema = z.looseObject({
  components: z.looseObject({
    schemas: z.record(z.string(), z.looseObject({})),
    responses: z.record(z.string(), answerSchema),
  }),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), answerSchema) })),
  ),
});
type Document = z.infer<typeof documentSchema>;

/**
 * Resolves with the mismatch between a response and the description; null if there is none, or the path need
 * not be described.
 */
export type AnswerCheck = (request: Request, answer: Response) => Promise<string | null>;

/**
 * Creates a check of responses against an OpenAPI document: status and content type are described, and JSON
 * has the described shape without other fields. A response for a path that is not described must be an error.
 */
export function openApiCheck(text: string): AnswerCheck {
  const document = documentSchema.parse(JSON.parse(text));
  const routes = Object.entries(document.paths).map(([path, methods]) => ({
    pattern: new RegExp(
      `^${path
        .replaceAll(/[.+]/g, "\\$&")
        .replace(/\{path\}$/, ".+")
        .replaceAll(/\{[^}]+\}/g, "[^/]+")}$`,
    ),
    literal: path.replaceAll(/\{[^}]+\}/g, "").length,
    methods,
  }));
  // The more literal of two matching paths comes first: /branch/{rev} before /{kind}/{rev}.
  routes.sort((one, other) => other.literal - one.literal);
  const compiled = new Map<string, z.ZodType>();

  return async (request, answer) => {
    const { pathname } = new URL(request.url);
    const method = request.method.toLowerCase();
    const route = routes.find(({ pattern, methods }) => pattern.test(pathname) && method in methods);
    const place = `${request.method} ${pathname} answered ${answer.status}`;
    const described = route?.methods[method]?.responses;
    if (described === undefined) {
      return answer.status >= 400 || isUndescribed(pathname) ? null : `${place}: the path is not described`;
    }
    const content = contentOf(document, described[String(answer.status)] ?? described["default"]);
    if (answer.status < 300 && !(String(answer.status) in described))
      return `${place}: the status is not described`;
    const type = answer.headers.get("content-type")?.split(";")[0] ?? null;
    if (type === null) return content === undefined ? null : `${place} without a content type`;
    const schema = content?.[type]?.schema;
    if (content?.[type] === undefined) return `${place} with ${type}, which is not described`;
    // A response to HEAD has the headers of a response to GET.
    if (schema === undefined || type !== "application/json" || request.method === "HEAD") return null;
    const key = JSON.stringify(schema);
    const check = compiled.get(key) ?? compile(document, schema);
    compiled.set(key, check);
    const read = check.safeParse(await answer.clone().json());
    return read.success ? null : `${place}: ${z.prettifyError(read.error)}`;
  };
}

/** The page for people and the description itself; what git asks is git's own protocol. */
function isUndescribed(pathname: string): boolean {
  return (
    pathname === "/" ||
    pathname === "/.well-known/openapi.json" ||
    /\/(?:info\/refs|git-[a-z]+-pack)$/.test(pathname)
  );
}

function contentOf(
  document: Document,
  answer: Answer | undefined,
): z.infer<typeof contentSchema> | undefined {
  if (answer === undefined) return undefined;
  const { $ref } = answer;
  const named =
    typeof $ref === "string" ? document.components.responses[$ref.split("/").at(-1) ?? ""] : answer;
  return named === undefined || !("content" in named)
    ? undefined
    : contentSchema.optional().parse(named["content"]);
}

function compile(document: Document, schema: Json): z.ZodType {
  return z.fromJSONSchema(
    closed({ ...schema, $defs: document.components.schemas }) as Parameters<typeof z.fromJSONSchema>[0],
  );
}

/** The schema with nothing allowed that it does not name, and with references as JSON Schema has them. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [
    key,
    key === "$ref" && typeof value === "string"
      ? value.replace("#/components/schemas/", "#/$defs/")
      : closed(value),
  ]);
  const made: Json = Object.fromEntries(entries);
  const isOpen = "additionalProperties" in made || !("properties" in made);
  return isOpen || made["type"] !== "object" ? made : { ...made, additionalProperties: false };
}
