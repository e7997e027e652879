import { randomUUID } from "node:crypto";
import { defineError } from "../model/errors.ts";

// Errors of the hub's process.

export const HubTokenFileError = defineError("hub-token-file", 3);
/** A public hub refuses to send to an address outside the public Internet. */
export const PrivateTargetError = defineError("private-target", 1);

export const GitMissingError = defineError("git-missing", 3);
/** Git exited with an unexpected status, took too long, or printed too much. */
export const GitFailedError = defineError("git-failed", 3);
/** A ref has moved since its change was prepared. */
export const RefMovedError = defineError("ref-moved", 1);

/** A request that the hub refuses; the routes send `response()`. */
export class RefusedError extends Error {
  readonly response: () => Response;

  constructor(status: number, message: string, { headers, more, cause }: RefusalDetails = {}) {
    super(message, { cause });
    this.name = "RefusedError";
    this.response = () => refusal(status, message, headers, more);
  }
}

interface RefusalDetails {
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields of the body beside the message. */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * Creates a 404 with `X-Error-Code`, by which clients distinguish one 404 from another (`hf_raise_for_status`
 * of huggingface_hub).
 */
function codedNotFound(code: string, message: string): RefusedError {
  return new RefusedError(404, message, { headers: { "x-error-code": code } });
}

/** The connection of a partly read body cannot be used again. */
const closing = { headers: { connection: "close" } } as const;

/** The refusals of the API, each with its status, message, and code if clients need one. */
export const refusals = {
  badRequest: (message: string) => new RefusedError(400, message),
  bodyLost: (cause: unknown) => new RefusedError(400, "The body is incomplete", { cause }),
  bodyStopped: () => new RefusedError(408, "Timeout while reading the body", closing),
  bodyTooLarge: (limitBytes: number) =>
    new RefusedError(413, `The body has more than ${limitBytes} bytes`, closing),

  repoNotFound: () => codedNotFound("RepoNotFound", "Repository not found"),
  revisionNotFound: (revision: string) => codedNotFound("RevisionNotFound", `Invalid rev id: ${revision}`),
  referenceNotFound: () => codedNotFound("RevisionNotFound", "Reference does not exist"),
  /** The default message is the one that the Python client expects from a failed deletion. */
  entryNotFound: (message = "A file with this name doesn't exist") => codedNotFound("EntryNotFound", message),
  /** Clients accept this 409 with `exist_ok`. @param url of the existing repo */
  alreadyExists: (message: string, url?: string) =>
    new RefusedError(409, message, url === undefined ? {} : { more: { url } }),
  mainNotDeletable: (ref: string) => new RefusedError(403, `Cannot delete ${ref}`),
  commitOutdated: () => new RefusedError(412, "A commit has happened since. Please refresh and try again."),
  invalidCard: (message: string) =>
    new RefusedError(400, `Invalid metadata in README.md: ${message}`, {
      more: { errors: [{ message }], warnings: [] },
    }),

  discussionNotFound: () => new RefusedError(404, "Discussion not found"),
  discussionChanged: () => new RefusedError(409, "It was changed in the meantime"),
  /** @param state `closed`, `merged` */
  discussionAlready: (state: string) => new RefusedError(409, `It is already ${state}`),
  commentNotFound: () => new RefusedError(404, "Comment not found"),
  commentHidden: () => new RefusedError(403, "A hidden comment cannot be edited"),
  notMergeable: (message: string) => new RefusedError(409, message),

  webhookNotFound: () => new RefusedError(404, "Webhook not found"),
  dispatchNotFound: () => new RefusedError(404, "Dispatch not found"),
  sourceJobNotFound: (id: string) =>
    new RefusedError(404, `Job ${id} does not exist: "jobSourceId" must be the id of a run`),
  jobNotFound: () => new RefusedError(404, "Job not found"),
  foreignNamespace: (namespace: string) =>
    new RefusedError(403, `This token has no Jobs in the namespace ${namespace}`),
  jobsDisabled: () =>
    new RefusedError(403, "Jobs are disabled: this local hub is public or was started without --jobs"),
} as const;

/** Header with the id of a request, for questions about it; set on every response. */
export const requestIdHeader = "x-request-id";

export function newRequestId(): string {
  return `req-${randomUUID()}`;
}

/**
 * Creates an error response in the Hub's format: the message in the JSON body and in `X-Error-Message`. Has
 * no `X-Error-Code` by default: clients turn it into "repository not found".
 * @param more further fields of the body
 */
export function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, unknown>> = {},
): Response {
  return Response.json(
    { error: message, ...more },
    {
      status,
      headers: {
        // A header can only contain ASCII; the body has the whole message.
        "x-error-message": message.replaceAll(/[^\x20-\x7e]/g, "?"),
        [requestIdHeader]: newRequestId(),
        ...headers,
      },
    },
  );
}
