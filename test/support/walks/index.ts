import { comparePushes } from "./compare-pushes.ts";
import { findAndReplay } from "./find-and-replay.ts";
import { reviewPolicy } from "./review-policy.ts";
import type { Walk } from "./walk.ts";

export const walks: readonly Walk[] = [findAndReplay, comparePushes, reviewPolicy];
