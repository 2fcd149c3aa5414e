import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DecryptCommand, GenerateDataKeyCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { SecretBox } from '../secrets.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

function encrypt(key: Uint8Array, text: string, context: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

function decrypt(key: Uint8Array, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** Under one 32-byte key in a file that only its owner may read: for the local stack. */
export function fileSecretBox(path: string): SecretBox {
  let loading: Promise<Buffer> | undefined;
  const key = (): Promise<Buffer> => {
    loading ??= readFile(path).then((bytes) => {
      if (bytes.length !== KEY_BYTES) throw new Error(`The key file ${path} must have ${KEY_BYTES} bytes.`);
      return bytes;
    });
    return loading;
  };
  return {
    seal: async (secret, context) => `file:${encrypt(await key(), secret, context)}`,
    open: async (sealed, context) => decrypt(await key(), sealed.replace(/^file:/, ''), context),
  };
}

/** Envelope encryption: a data key of its own for every secret, itself sealed by KMS under the same context. */
export function kmsSecretBox(kms: KMSClient, keyId: string): SecretBox {
  return {
    async seal(secret, context) {
      const { Plaintext, CiphertextBlob } = await kms.send(
        new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext: { context } }),
      );
      if (!Plaintext || !CiphertextBlob) throw new Error('KMS gave no data key');
      return `kms:${Buffer.from(CiphertextBlob).toString('base64')}:${encrypt(Plaintext, secret, context)}`;
    },
    async open(sealed, context) {
      const [, wrapped = '', text = ''] = sealed.split(':');
      const { Plaintext } = await kms.send(
        new DecryptCommand({
          KeyId: keyId,
          CiphertextBlob: Buffer.from(wrapped, 'base64'),
          EncryptionContext: { context },
        }),
      );
      if (!Plaintext) throw new Error('KMS gave no data key');
      return decrypt(Plaintext, text, context);
    },
  };
}
