// Loads Keelson and a version of reflect-metadata in the order given, then a class annotated for both, and prints what each knows of it.
export {};
const [order, version] = process.argv.slice(2) as ['before' | 'after', string];
const loads = [
  () => import(`reflect-metadata-${version}`) as Promise<unknown>,
  () => import('../../../src/json/json-annotations.js') as Promise<unknown>,
];
for (const load of order === 'before' ? loads : loads.toReversed()) await load();
await import('./annotated-for-both.js');
