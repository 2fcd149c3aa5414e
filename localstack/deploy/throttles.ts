const METHOD = /^([A-Z]+) (\/\S*)$/;

/** A path of the API as the settings of a stage write it. */
const encoded = (path: string): string => `/${path.replaceAll('/', '~1')}`;

/** Requests a second, and at once. */
export interface Throttle {
  rate: number;
  burst: number;
}

const setting = (method: string, path: string, { rate, burst }: Throttle) => ({
  HttpMethod: method,
  ResourcePath: path,
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
  MetricsEnabled: true,
});

/**
 * The throttles of a stage, as `MethodSettings` of CloudFormation: one for every method without its own, and those
 * of single operations.
 * @param throttles `{ each: {rate, burst}, 'POST /v1/renders': {rate, burst}, … }`: requests a second, and at once
 * @param routes all routes, as `POST /v1/renders`
 * @throws Error for a throttle of a route that is not there
 */
export function methodSettings(
  { each, ...own }: { each: Throttle; [route: string]: Throttle },
  routes: readonly string[],
): ReturnType<typeof setting>[] {
  const settings = Object.entries(own).flatMap(([route, limits]) => {
    const [, method = '', path] = METHOD.exec(route) ?? [];
    if (path === undefined || !routes.includes(route)) throw new Error(`custom.throttles: there is no route ${route}`);
    // HEAD does what GET does.
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    return methods.map((one) => setting(one, encoded(path), limits));
  });
  return [setting('*', '/*', each), ...settings];
}
