import { OpenAPIHono, z } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import { isHooklensError } from "../../model/errors.ts";
import { basicMatches, bearerMatches } from "../bearer.ts";
import { newRequestId, refusal, requestIdHeader } from "../refusal.ts";
import { validationMessage } from "../validation-message.ts";
import { isGitPath } from "./git-paths.ts";
import { openPaths } from "./open-paths.ts";

export interface HubAppOptions {
  readonly token: string;
  /** One line for the log: a bug showed itself. */
  readonly log: (line: string) => void;
}

/** An app without routes: the token, the request ids, and how every error is worded. Each file of this folder adds its routes to it. */
export function createHubApp({ token, log }: HubAppOptions): OpenAPIHono {
  const app = new OpenAPIHono({
    defaultHook(result) {
      if (result.success) return undefined;
      return refusal(400, validationMessage(result.error.issues, Reflect.get(result, "data")));
    },
  });
  const accepts = bearerMatches(token);
  const acceptsOfGit = basicMatches(token);

  app.use(async (context, next) => {
    const { path } = context.req;
    const authorization = context.req.header("authorization");
    if (!openPaths.has(path) && !accepts(authorization)) {
      const isGit = isGitPath(path);
      // Without the header git does not ask for a password.
      const headers = isGit
        ? { "www-authenticate": 'Basic realm="The token of this hub is the password"' }
        : {};
      if (!(isGit && acceptsOfGit(authorization))) {
        return refusal(401, "Invalid credentials in Authorization header", headers);
      }
    }
    await next();
    if (!context.res.headers.has(requestIdHeader)) context.res.headers.set(requestIdHeader, newRequestId());
    return undefined;
  });
  app.notFound((context) => refusal(404, `This local hub has no ${context.req.method} ${context.req.path}`));
  app.onError((error) => {
    if (error instanceof HTTPException) return error.res ?? refusal(error.status, error.message);
    // A wrong value is the caller's; a full disk is nobody's bug, and worth telling whoever has the token.
    if (isHooklensError(error)) return refusal(error.exitCode === 2 ? 400 : 503, error.message);
    log(`a request failed: ${error.stack ?? String(error)}`);
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
