/** Seals secrets for storage. A sealed text opens only under the `context` (such as an account id) that it was sealed with. */
export interface SecretBox {
  seal(secret: string, context: string): Promise<string>;
  open(sealed: string, context: string): Promise<string>;
}
