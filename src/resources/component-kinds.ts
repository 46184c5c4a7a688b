/** One kind of component: the verb that takes it, and what it must have. */
export interface ComponentKind {
  readonly verb: 'addFilter' | 'addFeature' | 'addMapper' | 'addConverter' | 'addReader' | 'addWriter';
  /** In words, for a refusal. */
  readonly needs: string;
  includes(component: object): boolean;
}

export const componentKinds: readonly ComponentKind[] = [
  {
    verb: 'addFilter',
    needs: 'method filterRequest or filterResponse',
    includes: (component) => hasMethods(component, 'filterRequest') || hasMethods(component, 'filterResponse'),
  },
  { verb: 'addFeature', needs: 'method configure', includes: (component) => hasMethods(component, 'configure') },
  {
    verb: 'addMapper',
    needs: 'type (the class it is for) and method toReply',
    includes: (component) => hasClass(component) && hasMethods(component, 'toReply'),
  },
  {
    verb: 'addConverter',
    needs: 'type (the class it is for) and method fromText',
    includes: (component) => hasClass(component) && hasMethods(component, 'fromText'),
  },
  {
    verb: 'addReader',
    needs: 'mediaTypes and methods canRead and read',
    includes: (component) => 'mediaTypes' in component && hasMethods(component, 'canRead', 'read'),
  },
  {
    verb: 'addWriter',
    needs: 'mediaTypes and methods canWrite and write',
    includes: (component) => 'mediaTypes' in component && hasMethods(component, 'canWrite', 'write'),
  },
];

/** What each verb takes, in words. */
export const componentWords: Readonly<Record<ComponentKind['verb'] | 'register', string>> = {
  register: 'resource',
  addFilter: 'filter',
  addFeature: 'dynamic feature',
  addMapper: 'exception mapper',
  addConverter: 'parameter converter',
  addReader: 'body reader',
  addWriter: 'body writer',
};

/** The verb for a component of this form; only for messages, since a resource may have methods of any name. */
export function verbFor(component: object): string | undefined {
  return componentKinds.find((kind) => kind.includes(component))?.verb;
}

/** How messages name a component: by its class. */
export function nameOf(component: unknown): string {
  if (typeof component === 'function') return component.name;
  return typeof component === 'object' && component !== null ? (component.constructor?.name ?? 'An object') : String(component);
}

function hasClass(component: object): component is { readonly type: abstract new (...args: never[]) => object } {
  return 'type' in component && typeof component.type === 'function';
}

function hasMethods(component: object, ...names: readonly string[]): boolean {
  return names.every((name) => typeof (component as Record<string, unknown>)[name] === 'function');
}
