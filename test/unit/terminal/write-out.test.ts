import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

/** Starts a process that writes more than a pipe holds and exits at once. */
function writing(bytes: number) {
  const source = `
    import { writeOut } from "./src/terminal/write-out.ts";
    process.stdout.write("");
    writeOut(1, "日".repeat(${bytes / 3}));
    process.exit(5);`;
  return spawn(process.execPath, ["--input-type=module-typescript", "-e", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

it("writes everything before the process ends, also into a pipe that is full for a moment", async () => {
  const child = writing(300_000);
  const [written, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect(written).toBe("日".repeat(100_000));
  expect(code).toBe(5);
});

it("ignores a closed reader", async () => {
  const child = writing(300_000);
  child.stdout.destroy();
  expect((await once(child, "exit"))[0]).toBe(5);
});
