/**
 * Loaded into the app by `NODE_OPTIONS=--import`: throws from a timer when told to by SIGUSR2, as a bug does that nobody expects.
 * Not in the app's threads and not in its engine.
 */
import process from "node:process";
import { isMainThread } from "node:worker_threads";

if (isMainThread && !process.argv.includes("engine")) {
  process.on("SIGUSR2", () => {
    setTimeout(() => {
      throw new Error(process.env["THROWN_MESSAGE"] ?? "thrown");
    });
  });
}
