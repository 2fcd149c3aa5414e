import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { isWhole } from '#test/support/depth.ts';
import { compileTemplate, type Template } from '#test/support/stack/compile-template.ts';
import { httpEvents } from '#test/support/stack/serverless-file.ts';

// The bounds between a client and the functions, in the order in which a request of a deployed stage meets them: the firewall (an address, a
// credential), the throttles of the gateway (all callers of an operation together), the concurrency of the account, the count of an account.

/** Quotas of an AWS account in a region: invocations at once, and requests per second of API Gateway. */
const ACCOUNT = { concurrency: 1000, gatewayRate: 10_000, gatewayBurst: 5000 };
/** For how long an answered request keeps a function, at least: a small read, and the least of the operations that cost most. */
const SECONDS = { small: 0.05, costly: 0.3 };
/** A ceiling is above what the functions can answer by this much. */
const ABOVE = 1.5;
/** As many addresses at least have to send at once what one may, to use up what all callers share. */
const ADDRESSES = 100;

const rateRule = z.object({
  Name: z.string(),
  Action: z.object({ Block: z.object({ CustomResponse: z.object({ ResponseCode: z.literal(429) }).loose() }) }),
  Statement: z.object({
    RateBasedStatement: z.object({
      Limit: z.number(),
      EvaluationWindowSec: z.number(),
      AggregateKeyType: z.enum(['IP', 'CUSTOM_KEYS']),
      CustomKeys: z.array(z.unknown()).optional(),
      ScopeDownStatement: z.unknown().optional(),
    }),
  }),
});
const throttle = z.object({
  HttpMethod: z.string(),
  ResourcePath: z.string(),
  ThrottlingRateLimit: z.number(),
  ThrottlingBurstLimit: z.number(),
});

let prod: Template;
beforeAll(async () => {
  prod = await compileTemplate({}, 'prod');
});

const ofType = ({ Resources }: Template, type: string) => Object.values(Resources).filter(({ Type }) => Type === type);
const propertiesOf = ({ Resources }: Template, name: string) => Resources[name]?.Properties ?? {};

const throttles = () => {
  const { MethodSettings } = propertiesOf(prod, 'ApiGatewayStage');
  const [each, ...costly] = z.array(throttle).parse(MethodSettings);
  if (each === undefined) throw new Error('there is no throttle');
  return { each, costly };
};
const rules = () => z.array(z.looseObject({ Name: z.string() })).parse(propertiesOf(prod, 'WebAcl').Rules);
const rateRules = () =>
  rules().flatMap((rule) => {
    const parsed = rateRule.safeParse(rule);
    return parsed.success ? [{ name: parsed.data.Name, ...parsed.data.Statement.RateBasedStatement }] : [];
  });
const aSecond = (name: string) => {
  const rule = rateRules().find((one) => one.name === name);
  if (rule === undefined) throw new Error(`there is no rule ${name}`);
  return rule.Limit / rule.EvaluationWindowSec;
};

/** What the functions of requests may have of the account's concurrency. */
const forRequests = () =>
  ofType(prod, 'AWS::Lambda::Function').reduce(
    (left, { Properties }) => left - Number(Properties.ReservedConcurrentExecutions ?? 0),
    ACCOUNT.concurrency,
  );

describe('the firewall', () => {
  it('is before the API in prod without a parameter, and elsewhere when it is asked for', async () => {
    const [association] = ofType(prod, 'AWS::WAFv2::WebACLAssociation');
    expect(association?.Properties.WebACLArn).toEqual({ 'Fn::GetAtt': ['WebAcl', 'Arn'] });
    // `Ref` of a stage is its name.
    expect(JSON.stringify(association?.Properties.ResourceArn)).toContain(
      `/restapis/\${ApiGatewayRestApi}/stages/\${ApiGatewayStage}`,
    );
    expect(ofType(await compileTemplate({}), 'AWS::WAFv2::WebACL')).toEqual([]);
  });

  it.runIf(isWhole)('is left out of prod when that is asked for', async () => {
    const without = await compileTemplate({ WEB_ACL: 'none' }, 'prod');
    expect(ofType(without, 'AWS::WAFv2::WebACLAssociation')).toEqual([]);
  });

  it('counts each address, also apart for what costs most, and each of the three credentials', () => {
    expect(rateRules().map(({ name, AggregateKeyType, CustomKeys }) => [name, AggregateKeyType, CustomKeys])).toEqual([
      ['AddressFlood', 'IP', undefined],
      ['AddressCostly', 'IP', undefined],
      ['ApiKeyFlood', 'CUSTOM_KEYS', [{ Header: expect.objectContaining({ Name: 'x-api-key' }) }]],
      ['TokenFlood', 'CUSTOM_KEYS', [{ Header: expect.objectContaining({ Name: 'authorization' }) }]],
      ['SessionFlood', 'CUSTOM_KEYS', [{ Cookie: expect.objectContaining({ Name: 'session' }) }]],
    ]);
  });

  it('counts as costly what has its own throttle, at every address of the API, and nothing else', () => {
    const pattern = z.object({
      AndStatement: z.object({
        Statements: z.tuple([
          z.object({ RegexMatchStatement: z.object({ RegexString: z.string().max(512) }).loose() }),
          z.object({ RegexMatchStatement: z.object({ RegexString: z.string().max(512) }).loose() }),
        ]),
      }),
    });
    const scope = rateRules().find(({ name }) => name === 'AddressCostly')?.ScopeDownStatement;
    const { OrStatement } = z.object({ OrStatement: z.object({ Statements: z.array(pattern) }) }).parse(scope);
    const patterns = OrStatement.Statements.map(({ AndStatement: { Statements } }) =>
      Statements.map(({ RegexMatchStatement: { RegexString } }) => new RegExp(RegexString)),
    );
    const isCostly = (method: string, path: string) =>
      patterns.some(([methods, paths]) => methods?.test(method) === true && paths?.test(path) === true);
    const costly = new Set(
      throttles().costly.map(
        ({ HttpMethod, ResourcePath }) => `${HttpMethod} ${ResourcePath.slice(1).replaceAll('~1', '/')}`,
      ),
    );
    expect(costly.size).toBeGreaterThan(15);
    const routes = httpEvents.map(({ route }) => route).filter((route) => !route.startsWith('ANY '));
    for (const route of routes) {
      const [method = '', path = ''] = route.replace(/\{\w+\}/g, 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E').split(' ');
      const found = [`/prod${path}`, path, `${path}/`].map((one) => isCostly(method, one));
      expect([route, ...found]).toEqual([route, ...Array(3).fill(costly.has(route))]);
      if (method === 'GET') expect([route, isCostly('HEAD', path)]).toEqual([route, costly.has(route)]);
    }
  });

  it('refuses no request for what is in its body or its query', () => {
    const group = rules().find(({ Name }) => Name === 'AWSManagedRulesKnownBadInputsRuleSet');
    expect(group?.OverrideAction).toEqual({ Count: {} });
    const labels = [...JSON.stringify(rules()).matchAll(/known-bad-inputs:(\w+)/g)].map(([, label]) => label);
    expect(labels.length).toBeGreaterThan(5);
    for (const label of labels) expect(label).toMatch(/_(Header|URIPath|Method)$/);
    // A label is of a rule that has run before.
    const order = rules().map(({ Name }) => Name);
    expect(order.indexOf('KnownBadInputs')).toBeGreaterThan(order.indexOf('AWSManagedRulesKnownBadInputsRuleSet'));
    expect(order).not.toContain('AWSManagedRulesCommonRuleSet');
  });

  it('answers in the shape of every failure, and says when to come back', () => {
    const { CustomResponseBodies, Rules } = propertiesOf(prod, 'WebAcl');
    const { TooManyRequests } = z
      .object({
        TooManyRequests: z.object({
          ContentType: z.literal('APPLICATION_JSON'),
          Content: z.object({ 'Fn::Sub': z.string() }),
        }),
      })
      .parse(CustomResponseBodies);
    // All that CloudFormation fills in is the address of the stage.
    const address = `https://\${ApiGatewayRestApi}.execute-api.\${AWS::Region}.\${AWS::URLSuffix}/prod/v1`;
    const written = TooManyRequests.Content['Fn::Sub'].replace(address, 'https://api.example.com/v1');
    expect(written).not.toContain('${');
    expect(JSON.parse(written)).toEqual({
      error: {
        type: 'rate_limit_error',
        code: 'rate_limited',
        message: expect.stringMatching(/^[A-Z].+\.$/),
        doc_url: 'https://api.example.com/v1/docs/errors#rate_limited',
        request_id: 'firewall',
      },
    });
    const sent = [...JSON.stringify(Rules).matchAll(/"CustomResponse":(\{.*?\]\})/g)].map(([, text]) =>
      JSON.parse(text ?? ''),
    );
    expect(sent).toHaveLength(rateRules().length);
    for (const { CustomResponseBodyKey, ResponseHeaders } of sent) {
      expect(CustomResponseBodyKey).toBe('TooManyRequests');
      expect(ResponseHeaders).toContainEqual({ Name: 'retry-after', Value: '60' });
    }
  });
});

describe('one client and what all share', () => {
  it('the ceilings of the gateway are above what the functions can answer', () => {
    const { each, costly } = throttles();
    expect(each).toMatchObject({ HttpMethod: '*', ResourcePath: '/*' });
    expect(forRequests()).toBeGreaterThan(250);
    expect(each.ThrottlingRateLimit).toBeGreaterThan((ABOVE * forRequests()) / SECONDS.small - 1);
    for (const { HttpMethod, ResourcePath, ThrottlingRateLimit, ThrottlingBurstLimit } of costly) {
      expect(ThrottlingRateLimit, `${HttpMethod} ${ResourcePath}`).toBeGreaterThan(
        (ABOVE * forRequests()) / SECONDS.costly,
      );
      expect(ThrottlingRateLimit).toBeLessThan(each.ThrottlingRateLimit);
      expect(ThrottlingBurstLimit).toBeLessThanOrEqual(ACCOUNT.gatewayBurst);
    }
    // More would say nothing: API Gateway has its own ceiling.
    expect(each.ThrottlingRateLimit).toBeLessThanOrEqual(ACCOUNT.gatewayRate);
    expect(each.ThrottlingBurstLimit).toBeLessThanOrEqual(ACCOUNT.gatewayBurst);
  });

  it('one address is far below the ceilings, and so is one credential', () => {
    const { each, costly } = throttles();
    const least = Math.min(...costly.map(({ ThrottlingRateLimit }) => ThrottlingRateLimit));
    expect(aSecond('AddressFlood') * ADDRESSES).toBeLessThanOrEqual(each.ThrottlingRateLimit);
    expect(aSecond('AddressCostly') * ADDRESSES).toBeLessThanOrEqual(least);
    // A credential may be sent from many addresses.
    for (const rule of ['ApiKeyFlood', 'TokenFlood', 'SessionFlood'])
      expect(aSecond(rule) * (ADDRESSES / 2), rule).toBeLessThanOrEqual(least);
    expect(aSecond('AddressCostly')).toBeLessThan(aSecond('AddressFlood'));
  });

  it('an account meets the limit of its plan first, which says how much is left', () => {
    const most = Math.max(...Object.values(ENTITLEMENTS).map((plan) => plan.requests_per_minute)) / 60;
    expect(most).toBeGreaterThan(1);
    for (const rule of ['AddressCostly', 'ApiKeyFlood', 'TokenFlood', 'SessionFlood'])
      expect(aSecond(rule), rule).toBeGreaterThanOrEqual(2 * most);
    // Two accounts behind one address do not get in each other's way.
    expect(aSecond('AddressFlood')).toBeGreaterThanOrEqual(4 * most);
  });
});
