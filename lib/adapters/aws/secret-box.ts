import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { DecryptCommand, GenerateDataKeyCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { SecretBox } from '#kernel/shared/secret-box.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Encrypts text with AES-256-GCM. @param context authenticated, not encrypted. @returns IV, tag and ciphertext, in base64 */
function encrypt(key: Uint8Array, text: string, context: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/** The inverse of `encrypt`. @throws Error for another key, another context or changed bytes */
function decrypt(key: Uint8Array, sealedText: string, context: string): string {
  const bytes = Buffer.from(sealedText, 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** The permission bits that a key file must not have. Windows has no such bits. */
const FORBIDDEN_PERMISSION_BITS = process.platform === 'win32' ? 0 : 0o077;

/** Reads a key file. @throws Error when others than its owner have rights on it, or it has the wrong length */
async function readKey(path: string): Promise<Buffer> {
  // One handle, so that the file that is checked is the file that is read.
  await using file = await open(path, 'r');
  const { mode } = await file.stat();
  if ((mode & FORBIDDEN_PERMISSION_BITS) !== 0)
    throw new Error(
      `The key file ${path} may be read or written by others than its owner (${(mode & 0o777).toString(8)}); chmod 600 it.`,
    );
  const bytes = await file.readFile();
  if (bytes.length !== KEY_BYTES) throw new Error(`The key file ${path} must have ${KEY_BYTES} bytes.`);
  return bytes;
}

/**
 * A secret box with one 32-byte key from a file, for the local stack.
 * @throws Error (from its calls) for a file that others than its owner may read or write
 */
export function secretBoxWithKeyFile(path: string): SecretBox {
  let keyPromise: Promise<Buffer> | undefined;
  const loadKey = (): Promise<Buffer> => {
    keyPromise ??= readKey(path);
    return keyPromise;
  };
  return {
    seal: async (secret, context) => `file:${encrypt(await loadKey(), secret, context)}`,
    open: async (sealedText, context) => decrypt(await loadKey(), sealedText.replace(/^file:/, ''), context),
  };
}

/** A secret box with envelope encryption: each secret has a separate data key, which KMS encrypts under the same context. */
export function kmsSecretBox(kms: KMSClient, keyId: string): SecretBox {
  return {
    async seal(secret, context) {
      const { Plaintext, CiphertextBlob } = await kms.send(
        new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext: { context } }),
      );
      if (!Plaintext || !CiphertextBlob) throw new Error('KMS gave no data key');
      return `kms:${Buffer.from(CiphertextBlob).toString('base64')}:${encrypt(Plaintext, secret, context)}`;
    },
    async open(sealedText, context) {
      const [, wrappedKey = '', ciphertext = ''] = sealedText.split(':');
      const { Plaintext } = await kms.send(
        new DecryptCommand({
          KeyId: keyId,
          CiphertextBlob: Buffer.from(wrappedKey, 'base64'),
          EncryptionContext: { context },
        }),
      );
      if (!Plaintext) throw new Error('KMS gave no data key');
      return decrypt(Plaintext, ciphertext, context);
    },
  };
}
