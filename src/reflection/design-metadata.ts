// What `emitDecoratorMetadata` writes, kept by us: the compiler calls Reflect.metadata if there is such a function, and no package is needed
// to be that function. Every module that makes annotations imports this one (through annotation.ts), so it runs before any annotated class.
//
// Other libraries need the package reflect-metadata. Whatever its version, and whether it is loaded before or after us, both know the types:
//
//   loaded before us               the function that was there is called as well
//   loaded after us, 0.2           it puts its own function in place of ours, and we ask for what it knows (getOwnMetadata)
//   loaded after us, 0.1           it leaves our function in place, and we tell it (defineMetadata)

type Place = string | symbol | undefined;
type Decorator = (target: object, member?: string | symbol) => void;

interface MetadataFunctions {
  metadata?: (key: string, value: unknown) => Decorator;
  getOwnMetadata?: (key: string, target: object, member?: string | symbol) => unknown;
  defineMetadata?: (key: string, value: unknown, target: object, member?: string | symbol) => void;
}

const functions = Reflect as MetadataFunctions;
const kept = new WeakMap<object, Map<Place, Map<string, unknown>>>();
const earlier = functions.metadata;

functions.metadata = (key, value) => {
  const alsoTell: Decorator = earlier?.(key, value) ?? ((target, member) => functions.defineMetadata?.(key, value, target, member));
  return (target, member) => {
    alsoTell(target, member);
    let places = kept.get(target);
    if (places === undefined) kept.set(target, (places = new Map<Place, Map<string, unknown>>()));
    let values = places.get(member);
    if (values === undefined) places.set(member, (values = new Map<string, unknown>()));
    values.set(key, value);
  };
};

export type DesignKey = 'design:type' | 'design:paramtypes' | 'design:returntype';

/** What the compiler said of a member of exactly this class's prototype; undefined where it said nothing. */
export function designOf(key: DesignKey, prototype: object, member: string | symbol): { readonly value: unknown } | undefined {
  const values = kept.get(prototype)?.get(member);
  if (values?.has(key) === true) return { value: values.get(key) };
  const value = functions.getOwnMetadata?.(key, prototype, member);
  return value === undefined ? undefined : { value };
}
