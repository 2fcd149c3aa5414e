/** A port that tells the name of each of its methods when it is called. */
export const watched = <Port extends object>(port: Port, called: (method: string) => void): Port =>
  new Proxy(port, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        called(String(name));
        return value.apply(target, args);
      };
    },
  });
