import { expect, it } from "vitest";
import { type SealState, unsealed } from "../../../../../src/policy/seal/seal-state.ts";
import { sealLines } from "../../../../../src/screens/policies/detail/seal-lines.ts";
import { lineWidth } from "../../../../../src/text/line.ts";

const last: NonNullable<SealState["last"]> = {
  id: "1".repeat(64),
  sealedAt: "2026-11-20T09:53:10.000Z",
  root: "2".repeat(64),
  algorithm: "SHA3-256",
  chaining: "merkle_dag",
  coverage: 9,
  quorum: "2-of-3",
  signed: ["privacy-officer", "security-officer"],
  missing: ["archive"],
};
const today = { nowMs: Date.parse("2026-11-20T10:00:00Z"), zone: "utc" };

function drawn(seal: Partial<SealState>, width = 80, clock = today): readonly string[] {
  return sealLines({ ...unsealed, ...seal }, width, clock).map(({ spans }) =>
    spans.map(({ text }) => text).join(""),
  );
}

it("tells each standing in words, with the time and the signers", () => {
  expect(drawn({})).toEqual(["· not sealed"]);
  expect(drawn({ standing: "sealed", last })).toEqual([
    "✓ 09:53",
    "  by privacy-officer, security-officer (2/3)",
  ]);
  const changes = [{ part: "meta", how: "changed" as const }];
  expect(drawn({ standing: "changed", last, changes })).toEqual([
    "↺ 09:53, changed since",
    "  by privacy-officer, security-officer (2/3)",
    "  1 change",
  ]);
  expect(drawn({ standing: "unsigned", last: { ...last, signed: [] } })).toEqual([
    "▲ 09:53, no valid signatures",
  ]);
  const proposal = {
    proposedAt: "2026-11-20T09:54:00.000Z",
    quorum: "2-of-3",
    signed: ["archive"],
    missing: ["privacy-officer", "security-officer"],
    previous: null,
    problem: null,
  };
  expect(drawn({ standing: "proposed", proposal })).toEqual([
    "⋯ proposed 09:54, 1 of 2 signatures",
    "  by archive",
    "  missing 1 of privacy-officer, security-officer",
  ]);
  expect(drawn({ standing: "proposed", proposal: { ...proposal, quorum: "3-of-3" } }).at(-1)).toBe(
    "  missing privacy-officer, security-officer",
  );
  expect(drawn({ standing: "sealed", last, proposal: { ...proposal, problem: "meta changed" } })).toContain(
    "  its proposal is out of date",
  );
  const findings = [
    { kind: "altered-root", severity: "error", line: 3, message: "the root differs" } as const,
  ];
  expect(drawn({ standing: "broken", findings })).toEqual([
    "✗ receipts damaged",
    "  line 3: the root differs",
  ]);
});

it("adds the date to a time of another day", () => {
  const later = { ...today, nowMs: Date.parse("2026-11-21T00:00:00Z") };
  expect(drawn({ standing: "sealed", last }, 80, later)[0]).toBe("✓ 2026-11-20\u00A009:53");
});

it("keeps every line within its width, also with hostile names", () => {
  const hostile = { ...last, signed: ["\u001b[31m\u202enode".repeat(20), "界".repeat(40)] };
  for (const width of [10, 20, 36, 80]) {
    const lines = sealLines({ ...unsealed, standing: "changed", last: hostile }, width, today);
    expect(Math.max(...lines.map(lineWidth))).toBeLessThanOrEqual(width);
    expect(lines.flatMap(({ spans }) => spans.map(({ text }) => text)).join("")).not.toContain("\u001b");
  }
});
