import { expect, test } from "vitest";
import { missingPictures } from "../../scripts/pictures/missing.ts";

test("every registered screen and dialog has pictures", () => {
  expect(missingPictures()).toEqual([]);
});
