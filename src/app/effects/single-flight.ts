/**
 * Runs `work` one at a time; what is asked meanwhile is one more run after it, however often it was asked.
 * So a burst costs two runs, and the last one has seen everything. A run that failed is reported and takes nothing with it:
 * what was asked during it is run all the same, since what made it fail (a newer question cancels the older) may be just that.
 */
export function singleFlight(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let running = false;
  let again = false;
  const run = async () => {
    running = true;
    do {
      again = false;
      await work().catch(onError);
    } while (again);
    running = false;
  };
  return () => {
    if (running) again = true;
    else void run();
  };
}
