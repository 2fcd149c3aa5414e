const NAME = 'GatewayRole';
const INVOKER = 'apigateway.amazonaws.com';

const isOfGateway = ({ Type, Properties }) => Type === 'AWS::Lambda::Permission' && Properties.Principal === INVOKER;

/** The function, or its alias, that a method invokes: the part of its address between `/functions/` and `/invocations`. */
function invokedBy({ Integration }) {
  const [, parts] = Integration.Uri['Fn::Join'];
  const first = parts.findIndex((part) => typeof part === 'string' && part.endsWith('/functions/')) + 1;
  const own = parts.slice(first, -1);
  return own.length === 1 ? own[0] : { 'Fn::Join': ['', own] };
}

/**
 * Lets the gateway invoke functions by one role, which names each of them, in place of a permission on every function: the
 * Serverless CLI writes one for each, and that is a tenth of the resources that a template may have.
 * @param resources of the compiled template. They are changed.
 */
export function invokeByRole(resources) {
  const methods = Object.values(resources).filter(
    ({ Type, Properties }) => Type === 'AWS::ApiGateway::Method' && Properties.Integration?.Type === 'AWS_PROXY',
  );
  if (methods.length === 0) return;
  for (const [name, resource] of Object.entries(resources)) if (isOfGateway(resource)) delete resources[name];
  const functions = new Map();
  for (const method of methods) {
    const invoked = invokedBy(method.Properties);
    functions.set(JSON.stringify(invoked), invoked);
    method.Properties.Integration.Credentials = { 'Fn::GetAtt': [NAME, 'Arn'] };
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
