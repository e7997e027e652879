/**
 * Preloaded into the app by `NODE_OPTIONS=--import`: throws from a timer on SIGUSR2, like an unexpected bug.
 * Not loaded in the app's threads or its engine.
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
