import { markDuplicates } from "../support/mark-duplicates.ts";
import { storeContract } from "./store.ts";

storeContract({ store: "sqlite", markDuplicates });
