// The inputs: like enough to be one kind of person, unlike enough that nothing can be remembered from the last one.
const names = [
  'Ada Lovelace',
  'Grace Hopper',
  'Katherine Johnson',
  'Barbara Liskov',
  'Edsger Dijkstra',
  'Alan Kay',
  'Radia Perlman',
  'Tim',
];
const cities = ['London', 'New York', 'Hampton', 'Cambridge', 'Austin', 'Los Angeles', 'Seattle', 'Geneva'];

const valid = (index) => ({
  name: `${names[index % 8]} ${index}`,
  email: `${names[index % 8].split(' ')[0].toLowerCase()}.${index}@example.org`,
  age: 20 + index,
  tags: ['mathematics', `engines${index}`],
  address: { street: `${index} St James Square`, city: cities[index % 8], zip: `SW1Y${index}` },
});

/** Sets of sixteen people each, and how many faults every one of them has. */
export const inputs = [
  { title: 'valid', faults: 0, people: sixteen(valid) },
  { title: 'one fault', faults: 1, people: sixteen((index) => ({ ...valid(index), age: -1 - index })) },
  {
    title: 'five faults',
    faults: 5,
    people: sixteen((index) => ({
      ...valid(index),
      name: 'x'.repeat(60 + index),
      email: `ada${index}`,
      age: 200 + index,
      tags: [],
      address: { street: `${index} Street`, city: 'Here', zip: '1' },
    })),
  },
];

function sixteen(make) {
  return Array.from({ length: 16 }, (_, index) => make(index));
}
