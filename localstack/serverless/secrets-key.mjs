// CloudFormation itself cannot tell a key's id from its ARN.

const ID = /^[\w-]+$/;
const ARN = /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/;

/**
 * The one key that may be used, as the argument of `Fn::Sub`.
 * @param {string} given SECRETS_KMS_KEY_ID: the id or the ARN of a key. Empty: nothing is sealed, and there is no key to use.
 * @returns {string}
 */
export function resourceOf(given) {
  if (ARN.test(given)) return given;
  if (given !== '' && !ID.test(given)) throw new Error('SECRETS_KMS_KEY_ID must be the id or the ARN of a KMS key');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own
  return 'arn:${AWS::Partition}:kms:${AWS::Region}:${AWS::AccountId}:key/'.concat(given || 'none');
}
