import { expect, test } from "vitest";
import {
  StoreClosedError,
  StoreFullError,
  StoreIoError,
  StoreUnwritableError,
} from "../../../src/store/errors.ts";
import { fileError } from "../../../src/store/file-error.ts";

test.each([
  ["ENOSPC", StoreFullError],
  ["EDQUOT", StoreFullError],
  ["EFBIG", StoreUnwritableError],
  ["EIO", StoreIoError],
  ["EACCES", StoreUnwritableError],
  ["EPERM", StoreUnwritableError],
  ["EROFS", StoreUnwritableError],
  ["EISDIR", StoreUnwritableError],
  ["ELOOP", StoreUnwritableError],
  ["EMFILE", StoreUnwritableError],
  ["ENOENT", StoreUnwritableError],
])("%s of the system is an error that names the file, the reason and what to do", (code, made) => {
  const cause = Object.assign(new Error(`${code}: it said so, write`), { code, syscall: "write" });
  const error = fileError(cause, "/data/a-file");
  expect(error).toBeInstanceOf(made);
  expect(error).toMatchObject({ why: cause.message, cause, hint: expect.stringMatching(/./) });
  expect(String(error)).toContain("/data/a-file");
});

test("other errors are unchanged", () => {
  const ours = new StoreClosedError({ what: "it is closed" });
  expect(fileError(ours, "f")).toBe(ours);
  expect(fileError("text", "f")).toBe("text");
  const notOfTheSystem = Object.assign(new Error("a bug"), { code: "ERR_INVALID_ARG_TYPE" });
  expect(fileError(notOfTheSystem, "f")).toBe(notOfTheSystem);
});
