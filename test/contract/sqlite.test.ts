import { markAllDuplicates } from "../../src/store/sqlite/deliveries/search/mark-duplicates.ts";
import { storeContract } from "./store.ts";

storeContract({ store: "sqlite", markDuplicates: markAllDuplicates });
