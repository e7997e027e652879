import { describe, expect, it } from "vitest";
import { readableClauses } from "../../../../src/policy/matrix/readable-policy.ts";
import { validPolicy } from "../../../support/policy/valid-policy.ts";

describe("readableClauses", () => {
  it("are all clauses and mappings of a document the schema accepts", () => {
    const policy = validPolicy();
    expect(readableClauses(policy).map(({ id, mappings }) => [id, mappings.map(({ axis }) => axis)])).toEqual(
      policy.regulatory_clauses.map(({ clause_id: id, lambda_axes }) => [
        id,
        lambda_axes.map(({ axis }) => axis),
      ]),
    );
    expect(readableClauses(policy)[1]?.mappings[0]).toEqual({
      axis: "Λ6",
      label: "Security",
      weight: 0.9,
      enforcement: "mandatory",
      rationale: null,
      path: "/regulatory_clauses/1/lambda_axes/0",
    });
  });

  it("skips invalid mappings and keeps the places of the others", () => {
    const document = {
      regulatory_clauses: [
        "no clause",
        {
          clause_id: 7,
          title: "A title",
          lambda_axes: [
            null,
            { axis: "Λ11", weight: 1 },
            { axis: "Λ2", weight: "1", enforcement: "strict", label: 3, rationale: [] },
            { axis: "Λ3", weight: 1.5, enforcement: "mandatory" },
            { axis: "Λ4", weight: Number.POSITIVE_INFINITY },
          ],
        },
        { lambda_axes: { axis: "Λ1" } },
      ],
    };
    const unread = { label: null, weight: null, enforcement: null, rationale: null };
    expect(readableClauses(document)).toEqual([
      {
        index: 0,
        path: "/regulatory_clauses/0",
        id: null,
        title: null,
        citation: null,
        fullRef: null,
        mappings: [],
      },
      {
        index: 1,
        path: "/regulatory_clauses/1",
        id: null,
        title: "A title",
        citation: null,
        fullRef: null,
        mappings: [
          { ...unread, axis: "Λ2", path: "/regulatory_clauses/1/lambda_axes/2" },
          {
            ...unread,
            axis: "Λ3",
            weight: 1.5,
            enforcement: "mandatory",
            path: "/regulatory_clauses/1/lambda_axes/3",
          },
          { ...unread, axis: "Λ4", path: "/regulatory_clauses/1/lambda_axes/4" },
        ],
      },
      {
        index: 2,
        path: "/regulatory_clauses/2",
        id: null,
        title: null,
        citation: null,
        fullRef: null,
        mappings: [],
      },
    ]);
  });

  it("take nothing from a prototype", () => {
    const clause: unknown = Object.create({ clause_id: "AB-123", lambda_axes: [{ axis: "Λ1" }] });
    expect(readableClauses({ regulatory_clauses: [clause] })[0]).toMatchObject({ id: null, mappings: [] });
    expect(readableClauses(Object.create({ regulatory_clauses: [{}] }))).toEqual([]);
  });
});
