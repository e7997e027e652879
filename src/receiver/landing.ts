import { routePath } from "./routes.ts";

/** The page at `/`, plain text: where webhooks are sent to, and how to try one. Says nothing of the secret but that there is one. */
export function landingText(url: string, routes: readonly string[], secretSet: boolean): string {
  const lines = routes.map((route) => `POST ${url}${routePath(route)}`);
  const first = routes[0];
  const secret = secretSet ? " -H 'X-Webhook-Secret: …'" : "";
  return [
    "hooklens receives webhooks here:",
    "",
    ...lines,
    ...(first === undefined
      ? []
      : [
          "",
          "Try it:",
          `curl ${url}${routePath(first)}${secret} --json '{"event":{"action":"update","scope":"repo.content"}}'`,
        ]),
    "",
  ].join("\n");
}
