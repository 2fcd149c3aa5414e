/**
 * Encrypts (seals) secrets for storage, and decrypts (opens) them. A sealed text can be opened only with the `context` (such as an account
 * id) with which it was sealed.
 */
export interface SecretBox {
  seal(secret: string, context: string): Promise<string>;
  open(sealedText: string, context: string): Promise<string>;
}
