/** The method and the path of a route, as serverless.yml writes them: `POST /v1/renders`. */
export type RouteKey = `${string} /${string}`;

/** The largest number of characters of an expression of a web ACL. */
const MAX_PATTERN_CHARACTERS = 512;

/** Regular expressions for the method and the path of requests. */
export interface MethodAndPathPattern {
  methods: string;
  path: string;
}

/** A path as a regular expression, in which a parameter stands for one segment. */
const expressionOf = (path: string): string => path.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.');

const patternOf = (paths: readonly string[]): string => `^(/[^/]+)?(${paths.join('|')})/?$`;

/** The pattern of a method. It includes HEAD with GET, because HEAD does the same work. */
const methodPattern = (method: string): string => (method === 'GET' ? '^(GET|HEAD)$' : `^${method}$`);

/** Divides paths so that the pattern of each part is short enough. */
function splitByLength(paths: readonly string[]): string[][] {
  const pathGroups: string[][] = [];
  for (const path of paths) {
    const currentGroup = pathGroups.at(-1);
    if (currentGroup !== undefined && patternOf([...currentGroup, path]).length <= MAX_PATTERN_CHARACTERS)
      currentGroup.push(path);
    else pathGroups.push([path]);
  }
  return pathGroups;
}

/** The routes that have a separate throttle. @param throttles as in serverless.yml, with `each` for all others */
export const costlyRoutesOf = (throttles: Readonly<Record<string, unknown>>): RouteKey[] =>
  Object.keys(throttles).filter((route): route is RouteKey => route !== 'each');

/**
 * Makes patterns that match only the requests to these routes, with or without the stage before the path: as few as possible for each
 * method.
 */
export function costlyRoutePatterns(routes: readonly RouteKey[]): MethodAndPathPattern[] {
  const routesByMethod = Map.groupBy(routes, (route) => route.slice(0, route.indexOf(' ')));
  return [...routesByMethod].flatMap(([method, methodRoutes]) =>
    splitByLength(methodRoutes.map((route) => expressionOf(route.slice(method.length + 1)))).map((paths) => ({
      methods: methodPattern(method),
      path: patternOf(paths),
    })),
  );
}
