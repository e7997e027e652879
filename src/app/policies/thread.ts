import { parentPort, workerData } from "node:worker_threads";
import { errorToWire } from "../../model/error-wire.ts";
import { changeFile, type FileChange } from "../../policy-files/change-file.ts";
import { PolicyNotChangedError } from "../../policy-files/errors.ts";
import { isFile } from "../../policy-files/find-policies.ts";
import { readPolicyFile, unreadFile } from "../../policy-files/read-policy-file.ts";
import { readReview } from "../../policy-files/reviews/review-file.ts";
import { scanPolicies } from "../../policy-files/scan-policies.ts";
import { applyEdits } from "../../policy/edit/apply-edits.ts";
import type { Edit } from "../../policy/finding.ts";
import { policyFormat } from "../../policy/read/format.ts";
import { makePage } from "./make-page.ts";
import type { PolicyAnswer, PolicyCall, PolicyQuestion, PolicyThreadData } from "./messages.ts";
import type { PolicyPage } from "./policy-page.ts";
import { reviewPlace } from "./review-place.ts";

// Reading and checking policies apart from the screen: a document of 10 MB takes seconds, and no key waits for it.
const { reviewFolder }: PolicyThreadData = workerData;
const reviewOf = (path: string) => reviewPlace(path, reviewFolder);

async function look(path: string): Promise<PolicyPage | null> {
  // Gone since it was listed; or there is a pipe in its place, which nobody writes to.
  if (!isFile(path)) return null;
  const file = await readPolicyFile(path).catch((error: unknown) => unreadFile(path, error));
  return makePage(path, file, readReview(reviewOf(path)));
}

function fix(path: string, sha256: string, edits: readonly Edit[]): FileChange {
  return changeFile(path, sha256, (text) => {
    const edited = applyEdits(text, edits, policyFormat(text, path));
    if (edited.ok) return edited.text;
    throw new PolicyNotChangedError({
      what: `${path} was not written`,
      why: edited.why,
      hint: "Press e and change it by hand",
    });
  });
}

function answerTo(question: PolicyQuestion): unknown {
  switch (question.method) {
    case "scan":
      return scanPolicies(question.folder, reviewOf);
    case "look":
      return look(question.path);
    case "fix":
      return fix(question.path, question.sha256, question.edits);
    case "restore":
      return changeFile(question.path, question.sha256, () => question.text);
    default:
      return question satisfies never;
  }
}

async function answer({ id, question }: PolicyCall): Promise<PolicyAnswer> {
  try {
    return { id, value: await answerTo(question) };
  } catch (error) {
    return { id, error: errorToWire(error) };
  }
}

let answered = Promise.resolve();
parentPort?.on("message", (call: PolicyCall) => {
  // One after the other: a look sees what was asked to be written before it.
  answered = answered.then(async () => parentPort?.postMessage(await answer(call)));
});
