import { expect, it } from "vitest";
import { jsonDocument } from "../../../../src/text/json-document.ts";
import { line, span } from "../../../../src/text/line.ts";
import { v } from "../../../../src/text/visible.ts";
import { viewerCopyItems } from "../../../../src/tui/core/list-commands.ts";
import { textField } from "../../../../src/tui/text-field.ts";
import { hitsOf } from "../../../../src/tui/viewer/hits.ts";
import { jsonContent } from "../../../../src/tui/viewer/json-content.ts";
import { withLinesBelow } from "../../../../src/tui/viewer/lines-below.ts";
import { atLine, foldToggled, hitMoved, stepped, toEnd } from "../../../../src/tui/viewer/moves.ts";
import { targetAt } from "../../../../src/tui/viewer/pane-viewer.ts";
import { initialViewer, type ViewerState } from "../../../../src/tui/viewer/state.ts";
import { drawViewer } from "../../../../src/tui/viewer/view.ts";

const size = { columns: 40, rows: 6 };
const json = jsonDocument('{"a":[1,2],"needle":{"b":3}}');
if (json === null) throw new Error("not JSON");
const click = { command: "deliveries.show", argument: "7" };
const content = withLinesBelow(jsonContent(json, new Map([[5, line(span(v`✗ wrong`))]])), [
  { line: line(), indent: 0 },
  { line: line({ ...span(v`#7 with a needle`), click }), indent: 0 },
]);

const rows = (state: ViewerState) =>
  drawViewer(state, content, size, true).lines.map(({ spans }) =>
    spans
      .map(({ text }) => text)
      .join("")
      .trimEnd(),
  );
const viewerAt = (state: ViewerState) => ({
  state,
  content,
  size,
  y: 0,
  put: () => ({ type: "", args: [] }),
});

it("are reached, found and followed like the lines of the JSON", () => {
  const end = toEnd(initialViewer, content, size);
  expect(rows(end)).toEqual([
    '   ▾ "needle": {  ✗ wrong',
    '       "b": 3',
    "     }",
    "   }",
    "",
    "❯#7 with a needle",
  ]);
  expect(targetAt(viewerAt(end))).toEqual(click);
  expect(viewerCopyItems(viewerAt(end))).toEqual([]);
  expect(targetAt(viewerAt(stepped(-1)(end, content, size)))).toBeNull();

  const searched = { ...initialViewer, query: textField("needle") };
  const first = hitMoved(1)(searched, content, size);
  expect(first.cursor).toBe(5);
  expect(hitMoved(1)(first, content, size).cursor).toBe(content.count - 1);
});

it("are not folded with the JSON, and a jump unfolds what hides its line", () => {
  const folded = foldToggled(initialViewer, content, size);
  expect(rows(folded)).toEqual(["❯▸ { 2 keys }", "", " #7 with a needle"]);
  const jumped = atLine(6)(folded, content, size);
  expect(jumped).toMatchObject({ cursor: 6, folded: [] });
});

it("leaves the last lines out of a search", () => {
  const one = (text: string) => ({ line: line(span(v`${text}`)), indent: 0 });
  const whole = withLinesBelow(jsonContent(json, new Map()), [one("found here")], [one("found twice")]);
  expect(hitsOf(whole, "found").lines).toEqual([whole.count - 2]);
});
