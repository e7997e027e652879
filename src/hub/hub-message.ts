import { z } from "zod";

/** Maximum length of a message; a longer one is cut and ends with an ellipsis. */
const longestMessage = 500;

const errorBody = z.looseObject({
  error: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  error_description: z.string().optional().catch(undefined),
  errors: z
    .array(z.looseObject({ message: z.string() }))
    .optional()
    .catch(undefined),
});

/**
 * Returns the message of a failed response in one line: the `X-Error-Message` header, then the body's
 * `error`, `error_description` and `errors[].message`, or a body of plain text, each once. Returns null if
 * there is none; a web page is not a message.
 * Source: huggingface_hub `_format` in `utils/_http.py`.
 */
export function hubMessage(headers: Headers, body: unknown): string | null {
  const header = headers.get("x-error-message");
  const texts = [header, ...messagesInBody(headers.get("content-type") ?? "", body)]
    .map((text) =>
      (text ?? "")
        .replaceAll(/\s*[\r\n\u0085\u2028\u2029]+\s*/g, " ")
        .trim()
        .replace(/(?<!\.)\.$/, ""),
    )
    .filter((text) => text !== "");
  const message = [...new Set(texts)].join("; ");
  if (message === "") return null;
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
}

function messagesInBody(contentType: string, body: unknown): readonly (string | undefined)[] {
  const parsed = errorBody.safeParse(body);
  if (parsed.success) {
    const { error, error_description, errors } = parsed.data;
    return [error, error_description, errors?.map(({ message }) => message)].flat();
  }
  return typeof body === "string" && !looksLikeHtml(contentType, body) ? [body] : [];
}

/** Returns true for a web page, by its content type or first characters. */
export function looksLikeHtml(contentType: string, body: unknown): boolean {
  return contentType.includes("html") || (typeof body === "string" && /^\s*<(?:!doctype|html)\b/i.test(body));
}

/** Parses JSON. Returns undefined if it is invalid. */
export function parseJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    // Callers handle text that is not JSON.
    return undefined;
  }
}
