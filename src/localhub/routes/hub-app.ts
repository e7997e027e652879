import { OpenAPIHono, z } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import { isHooklensError } from "../../model/errors.ts";
import type { Logger } from "../../model/logger.ts";
import { RefusedError } from "../errors.ts";
import { gate } from "../gate.ts";
import { limitBodies } from "../limit-bodies.ts";
import { newRequestId, refusal, requestIdHeader } from "../refusal.ts";
import { validationMessage } from "../validation-message.ts";

/**
 * Creates the app without its routes: request ids, the token, limits of bodies, and the responses to errors.
 * Each file of this folder adds its routes to it.
 * @param logger gets a line for each bug
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
  app.use(gate(token));
  app.use(limitBodies);
  app.notFound((context) => refusal(404, `This local hub has no ${context.req.method} ${context.req.path}`));
  app.onError((error) => {
    if (error instanceof RefusedError) return error.response();
    // Thrown by hono: a body that is not JSON.
    if (error instanceof HTTPException) return refusal(error.status, error.message);
    // A wrong value is the caller's; a full disk is nobody's bug, and worth telling whoever has the token.
    if (isHooklensError(error)) return refusal(error.exitCode === 2 ? 400 : 503, error.message);
    logger.error(`a request failed: ${error.stack ?? String(error)}`);
    return refusal(500, "This local hub failed; its log says how");
  });
  return app;
}

/** The one parameter of a webhook's routes. */
export const webhookIdParam = z.object({ id: z.string().openapi({ example: "687f911eaea852de79c4a50a" }) });

/** A JSON body or answer, for a route's description. */
export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { "application/json": { schema } } };
}
