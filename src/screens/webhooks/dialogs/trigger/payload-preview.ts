import { depthOf, jsonDocument, lineOf } from "../../../../text/json-document.ts";
import { jsonSpans } from "../../../../text/json-spans.ts";
import { type Line, line, span } from "../../../../text/line.ts";
import { memo } from "../../../../text/memo.ts";
import { v } from "../../../../text/visible.ts";
import type { PreviewText } from "../../../../tui/dialogs/form-preview.ts";
import type { Payload } from "./event-form.ts";

const documentOf = memo((payload: Payload) => jsonDocument(JSON.stringify(payload)));

/** Creates the text of a payload: highlighted JSON, below other lines. */
export function payloadPreview(payload: Payload, head: readonly Line[] = []): PreviewText {
  const json = documentOf(payload);
  return {
    count: head.length + (json?.shown.starts.length ?? 0),
    line(index) {
      const at = index - head.length;
      if (at < 0 || json === null) return head[index] ?? line();
      return line(span(v`${"  ".repeat(depthOf(json, at))}`), ...jsonSpans(lineOf(json.shown, at)));
    },
  };
}
