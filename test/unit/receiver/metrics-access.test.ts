import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/model/errors.ts";
import { readHeaders } from "../../../src/receiver/headers.ts";
import { makeMetricsAccess } from "../../../src/receiver/metrics/access.ts";
import { reasonClass } from "../../../src/receiver/metrics/measured-log.ts";

interface Asked {
  readonly peer?: string;
  readonly headers?: readonly string[];
  readonly authorization?: string | null;
  readonly publicUrl?: string | null;
}

/** Returns the status of the refusal; null for an allowed request. */
function statusFor(token: string | null, asked: Asked = {}): number | null {
  const {
    peer = "127.0.0.1",
    headers = ["Host", "127.0.0.1:7860"],
    authorization = null,
    publicUrl = null,
  } = asked;
  const request = {
    peer,
    headers: readHeaders({ rawHeaders: headers, httpVersion: "1.1" }, []),
    authorization,
    publicUrl,
  };
  return makeMetricsAccess(token)(request)?.status ?? null;
}

describe("access to metrics", () => {
  test("without a token only a direct request of this machine is allowed", () => {
    expect(statusFor(null)).toBeNull();
    expect(statusFor(null, { peer: "::1", headers: ["Host", "[::1]:7860"] })).toBeNull();
    expect(statusFor(null, { peer: "192.168.1.2" })).toBe(403);
    expect(statusFor(null, { headers: [] })).toBe(403);
    expect(statusFor(null, { headers: ["Host", "evil.example"] })).toBe(403);
    expect(statusFor(null, { publicUrl: "https://a.ngrok.app" })).toBe(403);
    for (const name of ["X-Forwarded-Host", "forwarded", "VIA", "Ngrok-Trace-Id", "True-Client-IP"]) {
      expect(statusFor(null, { headers: ["Host", "localhost", name, "x"] })).toBe(403);
    }
    expect(statusFor(null, { peer: "192.168.1.2", authorization: "Bearer anything" })).toBe(403);
  });

  test("with a token each request needs it", () => {
    expect(statusFor("t")).toBe(401);
    expect(statusFor("t", { authorization: "Basic t" })).toBe(401);
    expect(statusFor("t", { authorization: "Bearer u" })).toBe(403);
    expect(
      statusFor("t", { authorization: "bearer t", peer: "192.168.1.2", publicUrl: "https://a" }),
    ).toBeNull();
    expect(() => makeMetricsAccess("a\nb")).toThrow(UsageError);
  });
});

test("reasons are classes without text of the request", () => {
  const classOf = (status: number | null, outcome: "rejected" | "failed" | "handled" = "rejected") =>
    reasonClass({ outcome, status, auth: "ok" });
  expect([400, 404, 413, 499].map((status) => classOf(status))).toEqual([
    "bad_request",
    "unknown_route",
    "too_large",
    "other",
  ]);
  expect(reasonClass({ outcome: "rejected", status: 403, auth: "wrong" })).toBe("secret_wrong");
  expect(classOf(503, "failed")).toBe("status_5xx");
  expect(classOf(null, "failed")).toBe("no_response");
  expect(classOf(200, "handled")).toBe("");
});
