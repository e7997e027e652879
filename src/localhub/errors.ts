import { randomUUID } from "node:crypto";
import { defineError } from "../model/errors.ts";

// Errors of the hub's process.

export const HubTokenFileError = defineError("hub-token-file", 3);
/** A public hub refuses to send to an address outside the public Internet. */
export const PrivateTargetError = defineError("private-target", 1);

export const GitMissingError = defineError("git-missing", 3);
/** Git exited with an unexpected status, took too long, printed too much, or returned no response. */
export const GitFailedError = defineError("git-failed", 3);
/** A ref is not where the change expects it, or its name conflicts with another. */
export const RefMovedError = defineError("ref-moved", 1);

/** The refusal of a request; `response` creates the HTTP response. */
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
  /** Further fields of the body. */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * Creates a 404 with the `X-Error-Code` by which clients distinguish it from other 404s
 * (`hf_raise_for_status` of huggingface_hub).
 */
function codedNotFound(code: string, message: string): RefusedError {
  return new RefusedError(404, message, { headers: { "x-error-code": code } });
}

/** Details of a refusal that closes the connection, which cannot be reused after a partly read body. */
const closing = { headers: { connection: "close" } } as const;

/** Refusals of the API: each has a status, a message, and a code if clients need one. */
export const refusals = {
  badRequest: (message: string) => new RefusedError(400, message),
  bodyLost: (cause: unknown) => new RefusedError(400, "The body is incomplete", { cause }),
  bodyStopped: () => new RefusedError(408, "Timeout while reading the body", closing),
  bodyTooLarge: (limitBytes: number) =>
    new RefusedError(413, `The body has more than ${limitBytes} bytes`, closing),

  repoNotFound: () => codedNotFound("RepoNotFound", "Repository not found"),
  revisionNotFound: (revision: string) => codedNotFound("RevisionNotFound", `Invalid rev id: ${revision}`),
  referenceNotFound: () => codedNotFound("RevisionNotFound", "Reference does not exist"),
  /** Creates a 404 of a file. The Python client expects the default message after a failed deletion. */
  entryNotFound: (message = "A file with this name doesn't exist") => codedNotFound("EntryNotFound", message),
  /**
   * Creates a 409 that clients accept with `exist_ok`.
   * @param url of the existing repo
   */
  alreadyExists: (message: string, url?: string) =>
    new RefusedError(409, message, url === undefined ? {} : { more: { url } }),
  mainNotDeletable: (ref: string) => new RefusedError(403, `Cannot delete ${ref}`),
  commitOutdated: () => new RefusedError(412, "A commit has happened since. Please refresh and try again."),
  invalidCard: (message: string) =>
    new RefusedError(400, `Invalid metadata in README.md: ${message}`, {
      more: { errors: [{ message }], warnings: [] },
    }),

  discussionNotFound: () => new RefusedError(404, "Discussion not found"),
  discussionChanged: () => new RefusedError(409, "The discussion was changed meanwhile"),
  /**
   * Creates a 409 of a status change.
   * @param state current status of the discussion
   */
  discussionAlready: (state: string) => new RefusedError(409, `The discussion is already ${state}`),
  commentNotFound: () => new RefusedError(404, "Comment not found"),
  commentHidden: () => new RefusedError(403, "A hidden comment cannot be edited"),
  notMergeable: (message: string) => new RefusedError(409, message),

  webhookNotFound: () => new RefusedError(404, "Webhook not found"),
  dispatchNotFound: () => new RefusedError(404, "Dispatch not found"),
  dispatchNotWaiting: (state: string) =>
    new RefusedError(409, `The dispatch does not wait for an attempt: it is ${state}`),
  sourceJobNotFound: (id: string) =>
    new RefusedError(404, `Job ${id} does not exist: "jobSourceId" must be the ID of a run`),
  jobNotFound: () => new RefusedError(404, "Job not found"),
  foreignNamespace: (namespace: string) =>
    new RefusedError(403, `This token has no Jobs in the namespace ${namespace}`),
  jobsDisabled: () =>
    new RefusedError(
      403,
      "Jobs are disabled: this local hub is public, or other machines can reach it and it was started without --jobs",
    ),
} as const;

/** Header with the id of the request, for support questions; every response has it. */
export const requestIdHeader = "x-request-id";

export function newRequestId(): string {
  return `req-${randomUUID()}`;
}

/**
 * Creates an error response in the Hub's format: the message in the JSON body and in `X-Error-Message`.
 * @param headers may contain `X-Error-Code`, from which clients conclude what is missing; there is no default
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
        // A header contains only ASCII; the body contains the exact message.
        "x-error-message": message.replaceAll(/[^\x20-\x7e]/g, "?"),
        [requestIdHeader]: newRequestId(),
        ...headers,
      },
    },
  );
}
