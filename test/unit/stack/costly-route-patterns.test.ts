import { describe, expect, it } from 'vitest';
import { costlyRoutePatterns, type RouteKey } from '#stack/gateway/costly-route-patterns.ts';

const fits = (routes: readonly RouteKey[], method: string, path: string): boolean =>
  costlyRoutePatterns(routes).some((one) => new RegExp(one.methods).test(method) && new RegExp(one.path).test(path));

describe('the patterns of costly routes', () => {
  it('fit the route with and without a stage, and no other', () => {
    const routes: RouteKey[] = ['POST /v1/fonts', 'GET /v1/batches/{id}/results.csv'];
    expect(fits(routes, 'POST', '/v1/fonts')).toBe(true);
    expect(fits(routes, 'POST', '/prod/v1/fonts/')).toBe(true);
    expect(fits(routes, 'GET', '/v1/fonts')).toBe(false);
    expect(fits(routes, 'POST', '/v1/fonts/font_1')).toBe(false);
    expect(fits(routes, 'POST', '/a/b/v1/fonts')).toBe(false);
    expect(fits(routes, 'HEAD', '/v1/batches/batch_1/results.csv')).toBe(true);
    expect(fits(routes, 'GET', '/v1/batches/batch_1/resultsXcsv')).toBe(false);
    expect(fits(routes, 'GET', '/v1/batches/a/b/results.csv')).toBe(false);
  });

  it('are short enough for a firewall, however many routes there are', () => {
    const routes = Array.from({ length: 60 }, (_, at): RouteKey => `POST /v1/things-${at}/{id}/parts`);
    const patterns = costlyRoutePatterns(routes);
    expect(patterns.length).toBeGreaterThan(1);
    for (const { path } of patterns) expect(path.length).toBeLessThanOrEqual(512);
    for (let at = 0; at < 60; at++) expect(fits(routes, 'POST', `/v1/things-${at}/x/parts`)).toBe(true);
  });
});
