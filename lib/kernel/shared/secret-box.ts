/** Encrypts secrets for storage. A sealed text can be opened only with the `context` (such as an account id) with which it was sealed. */
export interface SecretBox {
  seal(secret: string, context: string): Promise<string>;
  open(sealed: string, context: string): Promise<string>;
}
