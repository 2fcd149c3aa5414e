/** The part that all clients of the SDK have in common: the stack of middlewares around their calls. */
export interface AwsClientWithMiddleware<
  Options extends object = { step: 'initialize'; priority?: 'high'; name: string },
> {
  middlewareStack: {
    add(
      middleware: (
        next: (args: never) => Promise<unknown>,
        context: { commandName?: string },
      ) => (args: never) => Promise<unknown>,
      options: Options,
    ): void;
    remove(name: string): boolean;
  };
}
