import type { DeliveryDetail, DeliveryResponse, Header } from "../model/delivery.ts";
import { exactText } from "../text/exact-text.ts";
import { depthOf, jsonDocument, lineOf } from "../text/json-document.ts";

/**
 * Formats a delivery as text for a diff: request, headers, body, result and response. JSON bodies have one value per
 * line, as written.
 */
export function deliveryText(delivery: DeliveryDetail): string {
  const { method, path, headers, body, outcome, status, reason, response } = delivery;
  const result = [outcome, status, reason].filter((part) => part !== null).join(" ");
  const lines = [
    `${method} ${path}`,
    ...headerLines(headers),
    "",
    ...bodyLines(body),
    "",
    `Result: ${result}`,
    ...(response === null ? [] : responseLines(response)),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function headerLines(headers: readonly Header[]): readonly string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}

function responseLines({ by, status, contentType, body }: DeliveryResponse): readonly string[] {
  return [
    `Response of ${by}: ${status}`,
    ...(contentType === null ? [] : [`Content-Type: ${contentType}`]),
    "",
    ...bodyLines(body),
  ];
}

function bodyLines(body: Uint8Array): readonly string[] {
  const text = exactText(body);
  if (text === null) return [`base64: ${Buffer.from(body).toString("base64")}`];
  const json = jsonDocument(text);
  if (json === null) return text.split("\n");
  return json.raw.starts.map((_, line) => `${"  ".repeat(depthOf(json, line))}${lineOf(json.raw, line)}`);
}
