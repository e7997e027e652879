import { defaultMaxResponseBytes, type PostResponse } from "../../http/post.ts";
import type { ActionAnswer } from "../action.ts";
import { endToEnd } from "../headers.ts";
import { errorAnswer, jsonAnswer } from "../json-answer.ts";

/** What the sender is told when its delivery is on disk and the target's answer cannot come in time. */
export const stillForwarding = jsonAnswer(202, {
  ok: true,
  message: "The delivery is stored and is being forwarded. The target has not answered yet.",
});

/** The receiver stops before the delivery was forwarded: the sender may keep it, and send it to whoever comes next. */
export const stopping = errorAnswer(
  503,
  "The receiver stops. The delivery is stored, but was not forwarded.",
  ["Retry-After", "5"],
);

/** The delivery cannot be put in the queue of later tries. */
export const notQueued = errorAnswer(
  503,
  "The delivery is stored, but was not forwarded: the log cannot be written.",
  ["Retry-After", "5"],
);

/** All tries were made while the sender waited, which only a short schedule allows. */
export const unreachable = errorAnswer(502, "The forward target did not respond.");

/** The target got the delivery, and nobody knows what it made of it. */
export const unreadableAnswer = errorAnswer(502, "The forward target's answer cannot be read as HTTP.");

/** The target's answer for the sender, as it is but for the headers of its connection; 502 for one that cannot be passed on whole. */
export function passedBack(by: string, { status, headers, body, missing }: PostResponse): ActionAnswer {
  if (missing === "end") return badGateway(status, "its end is missing");
  if (missing === "excess") return badGateway(status, `it is larger than ${defaultMaxResponseBytes} bytes`);
  // Below 200 an answer is no last one, and Node writes no status of less than three digits.
  if (status < 200) return badGateway(status, "that is not a status to end with");
  return { status, headers: endToEnd(headers).flat(), body, by };
}

function badGateway(status: number, why: string): ActionAnswer {
  return errorAnswer(502, `The forward target's answer (${status}) cannot be passed on: ${why}.`);
}
