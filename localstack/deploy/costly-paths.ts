/** A route as serverless.yml writes it: `POST /v1/renders`. */
export type CostlyRoute = `${string} /${string}`;

/** Characters of an expression of a WAF, at most. */
const MOST_CHARACTERS = 512;

/** Expressions for the method and for the path of requests. */
export interface PathPattern {
  methods: string;
  path: string;
}

/** A path as an expression: a parameter is one segment. */
const expressionOf = (path: string): string => path.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.');

const patternOf = (paths: readonly string[]): string => `^(/[^/]+)?(${paths.join('|')})/?$`;

/** HEAD does what GET does. */
const methodPattern = (method: string): string => (method === 'GET' ? '^(GET|HEAD)$' : `^${method}$`);

/** Divides paths so that the pattern of each part is short enough. */
function divided(paths: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (const path of paths) {
    const last = parts.at(-1);
    if (last !== undefined && patternOf([...last, path]).length <= MOST_CHARACTERS) last.push(path);
    else parts.push([path]);
  }
  return parts;
}

/** Patterns that fit the requests to these routes and no others, with the stage before the path or without: few for each method. */
export function costlyPaths(routes: readonly CostlyRoute[]): PathPattern[] {
  const byMethod = Map.groupBy(routes, (route) => route.slice(0, route.indexOf(' ')));
  return [...byMethod].flatMap(([method, own]) =>
    divided(own.map((route) => expressionOf(route.slice(method.length + 1)))).map((paths) => ({
      methods: methodPattern(method),
      path: patternOf(paths),
    })),
  );
}
