import { z } from 'zod';
import type { Resource, Resources } from './gateway-stage.ts';

const NAME = 'GatewayRole';
const INVOKER = 'apigateway.amazonaws.com';

const isOfGateway = ({ Type, Properties }: Resource): boolean =>
  Type === 'AWS::Lambda::Permission' && Properties?.Principal === INVOKER;

/** An integration with a function. */
const withFunction = z.looseObject({ Type: z.literal('AWS_PROXY') });
/** The same as the CLI writes it. */
const integration = withFunction.extend({
  Uri: z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) }),
});

/** The function, or its alias, that a method invokes: the part of its address between `/functions/` and `/invocations`. */
function invokedBy({ Uri }: z.output<typeof integration>): unknown {
  const [, parts] = Uri['Fn::Join'];
  const first = parts.findIndex((part) => typeof part === 'string' && part.endsWith('/functions/')) + 1;
  const own = parts.slice(first, -1);
  return own.length === 1 ? own[0] : { 'Fn::Join': ['', own] };
}

/**
 * Lets the gateway invoke functions by one role, which names each of them, instead of a permission on every function: the
 * Serverless CLI writes one for each, and that is a tenth of the resources that a template may have.
 * @param resources of the compiled template. They are changed.
 * @throws ZodError for a method whose function is unknown
 */
export function invokeByRole(resources: Resources): void {
  const methods = Object.values(resources).flatMap((method) => {
    const own = method.Properties?.Integration;
    if (method.Type !== 'AWS::ApiGateway::Method' || !withFunction.safeParse(own).success) return [];
    // Written otherwise, it would be left without its permission.
    return [{ method, integration: integration.parse(own) }];
  });
  if (methods.length === 0) return;
  for (const [name, resource] of Object.entries(resources)) if (isOfGateway(resource)) delete resources[name];
  const functions = new Map<string, unknown>();
  for (const { method, integration: own } of methods) {
    const invoked = invokedBy(own);
    functions.set(JSON.stringify(invoked), invoked);
    method.Properties = {
      ...method.Properties,
      Integration: { ...own, Credentials: { 'Fn::GetAtt': [NAME, 'Arn'] } },
    };
    // It waited for the permission. The role it waits for because it names it.
    method.DependsOn = [method.DependsOn ?? []].flat().filter((name) => name in resources);
  }
  resources[NAME] = {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal: { Service: INVOKER }, Action: 'sts:AssumeRole' }],
      },
      Policies: [
        {
          PolicyName: 'invoke',
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Action: ['lambda:InvokeFunction'], Resource: [...functions.values()] }],
          },
        },
      ],
    },
  };
}
