/** Keeps secrets at rest. `context` (an account id, say) is bound to the sealed text: it opens under no other context. */
export interface SecretBox {
  seal(secret: string, context: string): Promise<string>;
  open(sealed: string, context: string): Promise<string>;
}
