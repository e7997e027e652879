/**
 * A route whose parameters take only what they mean: `{types}` the three kinds of repo, so that other paths of as many parts stay free, and
 * `{path}` slashes too. In the description they look like any other.
 */
export function routed<Route extends { getRoutingPath(): string }>(route: Route): Route {
  const path = route
    .getRoutingPath()
    .replace("/:types/", "/:types{models|datasets|spaces}/")
    .replace(/\/:path$/, "/:path{.+}");
  return Object.defineProperty(route, "getRoutingPath", { value: () => path, enumerable: false });
}
