const ROUTE = /^([A-Z]+) (\/\S*)$/;

/** Encodes a path of the API as the settings of a stage need it. */
const encodedPath = (path: string): string => `/${path.replaceAll('/', '~1')}`;

/** A throttle: requests in a second, and the size of a burst. */
export interface RequestThrottle {
  rate: number;
  burst: number;
}

const methodSetting = (method: string, path: string, { rate, burst }: RequestThrottle) => ({
  HttpMethod: method,
  ResourcePath: path,
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
  MetricsEnabled: true,
});

/**
 * Makes the throttles of a stage, as `MethodSettings` of CloudFormation: one for every method without a separate throttle, and those
 * of single routes.
 * @param throttles `{ each: {rate, burst}, 'POST /v1/renders': {rate, burst}, … }`
 * @param routes all routes, such as `POST /v1/renders`
 * @throws Error for a throttle of a route that does not exist
 */
export function throttleMethodSettings(
  { each, ...byRoute }: { each: RequestThrottle; [route: string]: RequestThrottle },
  routes: readonly string[],
): ReturnType<typeof methodSetting>[] {
  const settings = Object.entries(byRoute).flatMap(([route, limits]) => {
    const [, method = '', path] = ROUTE.exec(route) ?? [];
    if (path === undefined || !routes.includes(route)) throw new Error(`custom.throttles: there is no route ${route}`);
    // A HEAD request does the same work as GET.
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    return methods.map((settingMethod) => methodSetting(settingMethod, encodedPath(path), limits));
  });
  return [methodSetting('*', '/*', each), ...settings];
}
