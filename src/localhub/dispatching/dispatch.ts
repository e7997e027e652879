import { z } from "zod";

/** Body of a queued job. Its lane is the id of the webhook. */
export const dispatchJobSchema = z.object({ dispatch: z.int() });
