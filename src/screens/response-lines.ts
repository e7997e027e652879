import type { Reply } from "../model/delivery.ts";
import type { Line } from "../text/line.ts";
import { line, span } from "../text/line.ts";
import { plural } from "../text/numbers.ts";
import { v, visible } from "../text/visible.ts";
import { payloadLines } from "./payload-lines.ts";

/** Formats a response as lines: its headers, then the size and content of a body that is not empty. */
export function responseLines({ headers, body }: Reply): readonly Line[] {
  return [
    ...headers.map(([name, value]) =>
      line(span(v`  ${name}`, "accent"), span(v`: `, "muted"), span(visible(value))),
    ),
    ...(body.length === 0 ? [] : [line(span(v`  response body: ${plural(body.length, "byte")}`, "muted"))]),
    ...(body.length === 0
      ? []
      : payloadLines(body).map(({ line: row }) => line(span(v`    `), ...row.spans))),
  ];
}
