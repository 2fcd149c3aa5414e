import { z } from 'zod';
import type { CloudFormationResource, CloudFormationResources } from './api-stage-logical-id.ts';

const ROLE_ID = 'GatewayRole';
const INVOKER = 'apigateway.amazonaws.com';

const isGatewayPermission = ({ Type, Properties }: CloudFormationResource): boolean =>
  Type === 'AWS::Lambda::Permission' && Properties?.Principal === INVOKER;

/** An integration with a function. */
const functionTargetSchema = z.looseObject({ Type: z.literal('AWS_PROXY') });
/** An integration with a function in the form that the CLI writes. */
const integrationSchema = functionTargetSchema.extend({
  Uri: z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) }),
});

/** Finds the function or alias that a method invokes: the part of its address between `/functions/` and `/invocations`. */
function functionInvokedBy({ Uri }: z.output<typeof integrationSchema>): unknown {
  const [, parts] = Uri['Fn::Join'];
  const startIndex = parts.findIndex((part) => typeof part === 'string' && part.endsWith('/functions/')) + 1;
  const nameParts = parts.slice(startIndex, -1);
  return nameParts.length === 1 ? nameParts[0] : { 'Fn::Join': ['', nameParts] };
}

/**
 * Lets the gateway invoke functions through one role, which names each of them, instead of a permission on every function. The
 * Serverless CLI writes a permission for each function, which is a tenth of the resources that a template may have.
 * @param resources of the compiled template. They are changed.
 * @throws ZodError for a method whose function is unknown
 */
export function invokeFunctionsThroughOneRole(resources: CloudFormationResources): void {
  const methods = Object.values(resources).flatMap((method) => {
    const rawIntegration = method.Properties?.Integration;
    if (method.Type !== 'AWS::ApiGateway::Method' || !functionTargetSchema.safeParse(rawIntegration).success) return [];
    // An integration in another form must fail here: it would lose its permission.
    return [{ method, integration: integrationSchema.parse(rawIntegration) }];
  });
  if (methods.length === 0) return;
  for (const [name, resource] of Object.entries(resources)) if (isGatewayPermission(resource)) delete resources[name];
  const functions = new Map<string, unknown>();
  for (const { method, integration } of methods) {
    const invokedFunction = functionInvokedBy(integration);
    functions.set(JSON.stringify(invokedFunction), invokedFunction);
    method.Properties = {
      ...method.Properties,
      Integration: { ...integration, Credentials: { 'Fn::GetAtt': [ROLE_ID, 'Arn'] } },
    };
    // The method depended on the permission. It depends on the role by naming it.
    method.DependsOn = [method.DependsOn ?? []].flat().filter((name) => name in resources);
  }
  resources[ROLE_ID] = {
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
