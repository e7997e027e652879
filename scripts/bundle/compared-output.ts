// Draws each frame with Ink's Output, too, and fails if the bundle draws another one.
import assert from "node:assert";
import Output from "../../node_modules/ink/build/output.js";
import JoinedOutput from "./joined-output.ts";

export default class ComparedOutput extends JoinedOutput {
  private readonly expected: Output;

  constructor(size: { readonly width: number; readonly height: number }) {
    super(size);
    this.expected = new Output(size);
  }

  override write(...args: Parameters<Output["write"]>): void {
    this.expected.write(...args);
    super.write(...args);
  }

  override clip(...args: Parameters<Output["clip"]>): void {
    this.expected.clip(...args);
    super.clip(...args);
  }

  override unclip(): void {
    this.expected.unclip();
    super.unclip();
  }

  override get() {
    const joined = super.get();
    assert.deepEqual(joined, this.expected.get());
    return joined;
  }
}
