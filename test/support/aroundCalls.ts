// A store that fails, is watched, or ends with its window.

type Method = (...values: unknown[]) => Promise<unknown>;

/** Each call of the store goes through `around`, by a name such as `calls.openCall`. */
export function aroundCalls<S extends object>(
  store: S,
  around: (name: string, call: () => Promise<unknown>) => Promise<unknown>,
): S {
  const subject = (name: string, methods: object): object =>
    new Proxy(methods, {
      get:
        (target, method) =>
        (...values: unknown[]) =>
          around(`${name}.${String(method)}`, () => (Reflect.get(target, method) as Method)(...values)),
    });
  return new Proxy(store, { get: (target, name) => subject(String(name), Reflect.get(target, name) as object) });
}
