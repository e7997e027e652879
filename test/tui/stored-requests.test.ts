import { hash } from "node:crypto";
import { expect, it } from "vitest";
import { detailJson, detailLines } from "../../src/cli/commands/deliveries/delivery-detail.ts";
import { compareDeliveries } from "../../src/exports/compare-deliveries.ts";
import { curlCommand } from "../../src/exports/curl.ts";
import { deliveryLine } from "../../src/exports/delivery-line.ts";
import { textDifference } from "../../src/exports/difference-text.ts";
import { harEntry } from "../../src/exports/har.ts";
import { httpieCommand } from "../../src/exports/httpie.ts";
import { parseDeliveryLine } from "../../src/exports/parse-delivery-line.ts";
import type { DeliveryDetail, Header } from "../../src/model/delivery.ts";
import { queryOf, withQuery } from "../../src/receiver/forward/message.ts";
import { deliveryCopyItems } from "../../src/screens/deliveries/actions/copy-items.ts";
import { detailPanes, setDeliveries, showDetailPane } from "../../src/screens/deliveries/state/deliveries.ts";
import { machineJson } from "../../src/text/machine-json.ts";
import { showScreen } from "../../src/tui/state/nav.ts";
import { deliveryOf, detailOf, someMomentMs } from "../support/app/deliveries.ts";
import { paneRows } from "../support/app/drawn.tsx";
import { after, initialState } from "../support/app/state.ts";
import { type Random, seededRandom } from "../support/random.ts";

const hosts = [
  "",
  "x:99999",
  "1.2.3.4.5",
  "[1]",
  "[::1]:7860",
  "999.999.999.999",
  "a@b",
  "xn--",
  "0x7f.1",
  "a/b",
];
const pieces = [
  "%",
  "%zz",
  "%E0%A4",
  "//",
  "\\",
  "..",
  "\u00ff",
  "'",
  "$(id)",
  "a",
  ":99999",
  "?",
  "#",
  "&=",
  "[",
];
const targets = ["/webhooks/inbox", "*", "http://x:99999", "https://u:p@[1]", "//", "x:443", ""];
const names = [
  "Host",
  "host",
  "__proto__",
  "Content-Type",
  "X-Forwarded-Proto",
  "Forwarded",
  "Date",
  "Cookie",
];
const values = [
  "",
  'application/json; charset="',
  "https",
  "for=[",
  "\t",
  "\u0080\u00ff",
  "Inf",
  "99999999999999",
];

/** Returns a request as the receiver may store it: its parts are any bytes that Node accepts. */
function hostileRequest(random: Random): Pick<DeliveryDetail, "path" | "headers" | "method"> {
  const joined = (list: readonly string[], most: number): string =>
    Array.from({ length: random.below(most) }, () => random.pick(list)).join("");
  return {
    method: random.pick(["POST", "GET", "M-SEARCH", "QUERY"]),
    path: random.pick(targets) + joined(pieces, 6),
    headers: [
      ["Host", random.pick(hosts) + joined(pieces, 2)],
      ...Array.from({ length: random.below(4) }, (): Header => [
        random.pick(names),
        random.pick(values) + joined(pieces, 2),
      ]),
    ],
  };
}

it("every reader of the log takes every request that the receiver stores", () => {
  const random = seededRandom(41);
  for (let round = 0; round < 500; round += 1) {
    const stored = detailOf(1, "{}", { ...hostileRequest(random), sha256: hash("sha256", "{}", "hex") });
    const { violations: _, links: __, ...delivery } = stored;
    const label = JSON.stringify(delivery.headers) + delivery.path;

    const har = JSON.parse(machineJson(harEntry(delivery))) as ReturnType<typeof harEntry>;
    const { url, headers } = har["request"] as { readonly url: string; readonly headers: readonly unknown[] };
    expect(URL.canParse(url), label).toBe(true);
    expect(headers, label).toHaveLength(delivery.headers.length);
    const { removed: ___, ...row } = delivery;
    expect(parseDeliveryLine(deliveryLine(delivery)), label).toEqual({ ...row, body: Buffer.from("{}") });

    expect(curlCommand(delivery, { urlFromArgument: true }), label).toMatch(/^[ -~]+$/);
    expect(httpieCommand(delivery), label).toMatch(/^[ -~]+$/);
    expect(compareDeliveries(delivery, delivery), label).toEqual({ changes: [], sameBytes: true });
    expect(textDifference(delivery, { ...delivery, path: "/" }, 100).lines.length).toBeGreaterThan(0);
    expect(URL.canParse(withQuery("http://127.0.0.1:1/a", queryOf(delivery.path))), label).toBe(true);
    expect(detailLines(delivery, []).length, label).toBeGreaterThan(10);
    expect(machineJson(detailJson(delivery)), label).toContain('"body":{}');
    if (round % 10 === 0) drawEachPane(stored);
  }
});

function drawEachPane(detail: ReturnType<typeof detailOf>): void {
  const shown = setDeliveries({ rows: [deliveryOf(1, detail)], loaded: true, focus: "detail", detail });
  const open = after(
    after(initialState({ columns: 80, rows: 24 }, someMomentMs), showScreen("deliveries")),
    shown,
  );
  expect(deliveryCopyItems(open).map(({ label }) => label)).toContain("curl");
  for (const pane of detailPanes)
    expect(paneRows(after(open, showDetailPane(pane)), "detail").length).toBeGreaterThan(2);
}
