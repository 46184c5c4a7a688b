// What every contestant is asked. A contestant that answers with another status is not measured.

const person = JSON.stringify({
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  age: 36,
  tags: ['mathematics', 'engines'],
  address: { street: '12 St James Square', city: 'London', zip: 'SW1Y' },
});
const invalidPerson = JSON.stringify({ name: '', email: 'ada', age: 200, tags: [], address: { street: '', city: '', zip: '1' } });

export const get = { title: 'GET, two typed parameters → JSON', path: '/people/7?limit=10', status: 200 };
export const post = { title: 'POST of a nested person, validated, echoed', path: '/people', method: 'POST', body: person, status: 200 };
export const text = { title: 'GET of a text', path: '/text', status: 200 };
export const notFound = { title: 'a path that does not exist (404)', path: '/nowhere/at/all', status: 404 };
export const invalid = { title: 'POST of an invalid person (422)', path: '/people', method: 'POST', body: invalidPerson, status: 422 };

/** A person with a long property that no class declares. */
export function postOfSize(bytes) {
  const filler = Array.from(
    { length: Math.max(1, Math.floor((bytes - 250) / 105)) },
    (_, index) => `tag-${String(index).padStart(6, '0')}-${'y'.repeat(90)}`,
  );
  const address = { street: 'x'.repeat(150), city: 'c', zip: '1' };
  const body = JSON.stringify({ name: 'Ada', email: 'ada@example.org', age: 36, tags: ['a'], address, filler });
  return { title: `POST of ${body.length} bytes`, path: '/people', method: 'POST', body, status: 200 };
}

export async function expectAnswers({ title, url }, scenarios) {
  for (const { path, method = 'GET', body, status, title: scenario } of scenarios) {
    const answer = await fetch(url + path, { method, body, headers: body === undefined ? {} : { 'content-type': 'application/json' } });
    await answer.arrayBuffer();
    if (answer.status !== status) throw new Error(`${title}: "${scenario}" was answered ${answer.status}, not ${status}`);
  }
}
