import type { Reply } from "../../model/delivery.ts";
import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { plural } from "../../text/numbers.ts";
import { v, visible } from "../../text/visible.ts";
import { payloadLines } from "./payload-lines.ts";

/** What a target answered, as rows under those of the attempt: its headers, the size of its body, and that itself. */
export function answerLines({ headers, body }: Reply): readonly Line[] {
  return [
    ...headers.map(([name, value]) =>
      line(span(v`  ${name}`, "accent"), span(v`: `, "muted"), span(visible(value))),
    ),
    ...(body.length === 0 ? [] : [line(span(v`  response of ${plural(body.length, "byte")}`, "muted"))]),
    ...(body.length === 0
      ? []
      : payloadLines(body).map(({ line: row }) => line(span(v`    `), ...row.spans))),
  ];
}
