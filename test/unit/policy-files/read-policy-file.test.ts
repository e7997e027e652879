import { execFileSync } from "node:child_process";
import { truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PolicyUnreadableError } from "../../../src/policy-files/errors.ts";
import { checkPolicyFile, readPolicyFile } from "../../../src/policy-files/read-policy-file.ts";
import { policyFolder, shippedPolicy } from "../../support/policy/policy-folder.ts";
import { testNowMs } from "../../support/policy/valid-policy.ts";

const nowMs = testNowMs;

function put(content: string | Uint8Array): string {
  return join(policyFolder({ "p.yaml": content }), "p.yaml");
}

describe.each([
  ["with its bytes", readPolicyFile],
  ["for its check alone", checkPolicyFile],
])("a policy's file that is read %s", (_, read) => {
  it("is checked, and its text is all it holds", async () => {
    const text = `\uFEFF${shippedPolicy("healthcare")}`;
    const path = put(text);
    expect(await read(path, { nowMs })).toMatchObject({
      text,
      check: { file: path, valid: true, findings: [] },
    });
  });

  it("that is too large is not read, and says how large it is", async () => {
    const path = put("x");
    truncateSync(path, 3_000_000_000);
    expect(await read(path, { nowMs })).toMatchObject({
      text: "",
      check: {
        file: path,
        valid: false,
        findings: [{ rule: "parse", message: expect.stringContaining("the file has 3 GB") }],
      },
    });
  });

  it("that is no text is one finding where it stops being one", async () => {
    const path = put(Buffer.from("regime: \xff", "latin1"));
    expect(await read(path, { nowMs })).toMatchObject({
      text: "regime: ",
      check: { findings: [{ rule: "parse", line: 1, column: 9, message: expect.stringContaining("0xFF") }] },
    });
  });

  it("may contain the replacement character itself", async () => {
    const path = put("regime: \uFFFD");
    const { check } = await read(path, { nowMs });
    expect(check.document?.value).toEqual({ regime: "\uFFFD" });
  });
});

describe("a policy's file that cannot be read", () => {
  it("is refused at once if it may never end", async () => {
    const path = join(policyFolder({ x: "" }), "pipe.yaml");
    execFileSync("mkfifo", [path]);
    await expect(readPolicyFile(path)).rejects.toThrow(/pipe\.yaml cannot be read \(it is not a file\)/);
    expect(await checkPolicyFile(path)).toMatchObject({
      check: { findings: [{ message: "the file cannot be read (it is not a file)" }] },
    });
  });

  it("throws with the reason if the file is not readable", async () => {
    const folder = policyFolder({ "p.yaml/x": "" });
    await expect(readPolicyFile(join(folder, "gone.yaml"))).rejects.toThrow(/cannot be read \(ENOENT\)/);
    await expect(readPolicyFile(join(folder, "p.yaml"))).rejects.toThrow(PolicyUnreadableError);
  });

  it("is a finding where it is checked", async () => {
    const path = join(policyFolder({ "p.yaml/x": "" }), "gone.yaml");
    expect(await checkPolicyFile(path)).toMatchObject({
      text: "",
      check: { file: path, valid: false, findings: [{ message: "the file cannot be read (ENOENT)" }] },
    });
  });
});
