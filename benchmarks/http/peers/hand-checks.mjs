// The checks of the other peers' schemas, written by hand, for those that bring no validation.
const email =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

const isText = (value, min, max) => typeof value === 'string' && value.length >= min && value.length <= max;

export function personProblems(person) {
  const problems = [];
  if (typeof person !== 'object' || person === null) return ['The request body may not be null'];
  if (!isText(person.name, 1, 100)) problems.push('name length must be between 1 and 100');
  if (typeof person.email !== 'string' || !email.test(person.email)) problems.push('email not a well-formed email address');
  if (!Number.isInteger(person.age) || person.age < 0 || person.age > 150) problems.push('age must be between 0 and 150');
  if (!Array.isArray(person.tags) || person.tags.length > 10 || !person.tags.every((tag) => typeof tag === 'string')) {
    problems.push('tags size must be between 0 and 10');
  }
  const { address } = person;
  if (typeof address !== 'object' || address === null) problems.push('address may not be null');
  else {
    if (!isText(address.street, 1, 200)) problems.push('address.street may not be empty');
    if (!isText(address.city, 1, 200)) problems.push('address.city may not be empty');
    if (!isText(address.zip, 0, 10)) problems.push('address.zip length must be between 0 and 10');
  }
  return problems;
}
