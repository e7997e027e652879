import { z } from "zod";

/** What a job of the queue says: which dispatch it is for. Its lane is the webhook's id. */
export const dispatchJobSchema = z.object({ dispatch: z.int() });
