import { OpenAPIHono, z } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import { isHooklensError } from "../../model/errors.ts";
import type { Logger } from "../../model/logger.ts";
import { newRequestId, refusal, RefusedError, requestIdHeader } from "../errors.ts";
import { gate, limitBodies, refuseLfs } from "../middleware.ts";

/**
 * Creates the app without its routes: request ids, authentication, limits of bodies, and error responses. The
 * route files of this directory add their routes to it.
 * @param logger receives a line for each bug
 */
export function createHubApp(token: string, logger: Logger): OpenAPIHono {
  const app = new OpenAPIHono({
    defaultHook(result) {
      if (result.success) return undefined;
      return refusal(400, validationMessage(result.error.issues, Reflect.get(result, "data")));
    },
  });
  app.use(async (context, next) => {
    await next();
    if (!context.res.headers.has(requestIdHeader)) context.res.headers.set(requestIdHeader, newRequestId());
  });
  app.use(refuseLfs);
  app.use(gate(token));
  app.use(limitBodies);
  app.notFound((context) => refusal(404, `This local hub has no ${context.req.method} ${context.req.path}`));
  app.onError((error) => {
    if (error instanceof RefusedError) return error.response();
    // hono throws it for a body that is not JSON.
    if (error instanceof HTTPException) return refusal(error.status, error.message);
    // Exit code 2 means an invalid value, an error of the client. Any other error, such as a full disk, is no bug;
    // the client has the token and gets the message.
    if (isHooklensError(error)) return refusal(error.exitCode === 2 ? 400 : 503, error.message);
    logger.error(`a request failed: ${error.stack ?? String(error)}`);
    return refusal(500, "This local hub failed; see its log");
  });
  return app;
}

/** Path parameter of a webhook's routes. */
export const webhookIdParam = z.object({ id: z.string().openapi({ example: "687f911eaea852de79c4a50a" }) });

/** Describes a JSON body or response of a route. */
export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { "application/json": { schema } } };
}

const typeNames = {
  array: "must be an array",
  object: "must be of type object",
  record: "must be of type object",
  string: "must be a string",
  boolean: "must be a boolean",
  number: "must be a number",
} as const;

/**
 * Describes the validation issues of a request in the Hub's wording: `"watched[0].type" must be a string`.
 * @param input the validated value
 */
export function validationMessage(issues: readonly z.core.$ZodIssue[], input: unknown): string {
  return issues.map((issue) => `"${placeOf(issue.path)}" ${complaint(issue, input)}`).join(". ");
}

function placeOf(path: readonly PropertyKey[]): string {
  const place = path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
  return place === "" ? "value" : place;
}

function complaint(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === "invalid_type") {
    return valueAt(input, issue.path) === undefined ? "is required" : typeComplaint(issue.expected);
  }
  if (issue.code === "invalid_value") {
    const value = valueAt(input, issue.path);
    if (value === undefined) return "is required";
    return typeof value === "string" ? `must be one of [${issue.values.join(", ")}]` : typeNames.string;
  }
  if (issue.code === "too_small" && issue.origin === "string") return "is not allowed to be empty";
  // All other issues have a message in their schema.
  return issue.message;
}

function typeComplaint(expected: string): string {
  const known: Readonly<Record<string, string>> = typeNames;
  return known[expected] ?? `must be of type ${expected}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
