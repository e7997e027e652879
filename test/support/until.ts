import { vi } from "vitest";

/** Resolves when the condition holds. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  await vi.waitUntil(condition, { timeout: timeoutMs, interval: 2 });
}
