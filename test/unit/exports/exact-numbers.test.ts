import { expect, it } from "vitest";
import { detailJson } from "../../../src/cli/commands/deliveries/delivery-detail.ts";
import { asObject, readChanges } from "../../../src/cli/commands/event-options.ts";
import { readTemplate, saveTemplate } from "../../../src/engine/templates.ts";
import { testRequest } from "../../../src/engine/webhook-test.ts";
import { compareDeliveries } from "../../../src/exports/compare-deliveries.ts";
import { deliveryLine } from "../../../src/exports/delivery-line.ts";
import { changeText } from "../../../src/exports/difference-text.ts";
import { harEntry } from "../../../src/exports/har.ts";
import { requestText } from "../../../src/exports/request-text.ts";
import { payloadVariables } from "../../../src/model/job-rerun.ts";
import { payloadPaths, setPath } from "../../../src/model/payload-changes.ts";
import { parseExactJson } from "../../../src/text/exact-json.ts";
import { machineJson } from "../../../src/text/machine-json.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { seededRandom } from "../../support/random.ts";
import { writtenNumber } from "../../support/written-number.ts";
import { deliveryDetail } from "./deliveries.ts";

const event = { scope: "repo", action: "update" };
const repo = { type: "model", name: "me/m" };

it("every form of a delivery, and every payload made from it, has the digits that were sent", () => {
  const dataDir = freshDataDir();
  const random = seededRandom(2);
  for (let round = 0; round < 200; round += 1) {
    const number = writtenNumber(random);
    const payload = `{"event":${JSON.stringify(event)},"repo":${JSON.stringify(repo)},"id":${number}}`;
    const response = { by: "receiver", status: 200, contentType: null, truncated: false };
    const body = Buffer.from(payload);
    const delivery = deliveryDetail({ body, response: { ...response, body } });
    const written = `"id":${number}`;

    expect(machineJson(detailJson(delivery)).split(`${written}}`)).toHaveLength(3);
    expect(deliveryLine(delivery)).toContain(JSON.stringify(payload));
    expect(machineJson(harEntry(delivery))).toContain(JSON.stringify(payload));
    expect(requestText(delivery)).toContain(`"id": ${number}\n`);
    expect(payloadVariables(payload)["WEBHOOK_PAYLOAD"]).toBe(payload);

    saveTemplate(dataDir, `t${round}`, body);
    const template = readTemplate(dataDir, `t${round}`).payload;
    const set = readChanges([`deep.0=${number}`]);
    const sent = testRequest({
      webhook: { id: "a", url: "http://localhost/", secret: null },
      endpoint: "http://localhost",
      event,
      repo,
      set,
      payload: template,
      withSecret: false,
    });
    expect(sent.body).toContain(written);
    expect(sent.body).toContain(`"deep":[${number}]`);
    expect(payloadPaths(template).map(({ path }) => path)).toContain("id");
    expect(JSON.stringify(setPath(template, "repo.size", parseExactJson(number)))).toContain(
      `"size":${number}`,
    );
  }
});

it("a comparison finds numbers that differ beyond the digits of JavaScript", () => {
  const withId = (id: string) => deliveryDetail({ body: Buffer.from(`{"id":${id}}`) });
  const difference = compareDeliveries(withId("1152921506151679042"), withId("1152921506151679043"));
  expect(difference.changes.map(changeText)).toEqual([
    { path: ".body.id", kind: "changed", before: "1152921506151679042", after: "1152921506151679043" },
  ]);
  expect(machineJson(difference.changes)).toContain('"before":1152921506151679042,');
  expect(compareDeliveries(withId("1.0"), withId("1"))).toEqual({ changes: [], sameBytes: false });
  expect(compareDeliveries(withId("1e400"), withId("null")).changes).toHaveLength(1);
});

it("a number has no members", () => {
  const number = parseExactJson("1e400");
  expect(() => asObject(number, "it")).toThrow("it is not a JSON object");
  expect(() => setPath({ id: number }, "id.x", 1)).toThrow("x would be inside 1e400");
  expect(() => payloadVariables("1e400")).toThrow("not a JSON object");
});
