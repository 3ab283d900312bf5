interface Resolvers<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** Promise.withResolvers, which Node has from version 22 on. */
export function withResolvers<Value>(): Resolvers<Value> {
  let resolve!: Resolvers<Value>['resolve'];
  let reject!: Resolvers<Value>['reject'];
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
