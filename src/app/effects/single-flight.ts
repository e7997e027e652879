/**
 * Runs `work` one at a time; what is asked meanwhile is one more run after it, however often it was asked.
 * So a burst costs two runs, and the last one has seen everything.
 */
export function singleFlight(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let running = false;
  let again = false;
  const run = async () => {
    running = true;
    try {
      do {
        again = false;
        await work();
      } while (again);
    } catch (error) {
      onError(error);
    } finally {
      running = false;
    }
  };
  return () => {
    if (running) again = true;
    else void run();
  };
}
