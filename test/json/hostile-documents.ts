import { JsonProperty } from '../../src/json/json-annotations.js';
import { Int, Json, lazy, listOf, recordOf } from '../../src/reflection/type-token.js';

/** A class with a property of each sort that costs something to refuse. */
export class Target {
  @JsonProperty name!: string;
  @JsonProperty(Int) age!: number;
  @JsonProperty big!: bigint;
  @JsonProperty(Json) anything!: unknown;
  @JsonProperty(listOf(String)) tags!: string[];
  @JsonProperty(recordOf(Int)) scores!: Record<string, number>;
  @JsonProperty(listOf(lazy(() => Target))) parts!: Target[];
}

const size = 1_000_000;

/** Documents of a million characters that are not valid, and the first line of what is said of them. */
export const hostileDocuments: Readonly<Record<string, readonly [document: string, refusal: string]>> = {
  'a million digits as an int': [`{"age":${'9'.repeat(size)}}`, 'age: expected whole number of 32 bits, found number (line 1, column 8)'],
  'a million digits as a bigint': [
    `{"big":${'9'.repeat(size)}}`,
    'big: expected whole number, found number; write all its digits, of which there may be 4096 (line 1, column 8)',
  ],
  'a million digits as anything': [
    `{"anything":${'9'.repeat(size)}}`,
    'anything: expected number, found number; numbers reach to about 1.8e308 either way (line 1, column 13)',
  ],
  'a million digits instead of an object': ['9'.repeat(size), 'expected Target, found number (line 1, column 1)'],
  'lists that are only opened': ['['.repeat(size), 'Malformed JSON at line 1, column 1000001: the document ends where a value is expected'],
  'objects that are only opened': [
    filled('{"a":'),
    'Malformed JSON at line 1, column 1000001: the document ends where a value is expected',
  ],
  'lists in lists': ['['.repeat(size / 2) + ']'.repeat(size / 2), 'expected Target, found list (line 1, column 1)'],
  'lists in lists as anything': [
    `{"anything":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`,
    `anything${'[0]'.repeat(48)}…: expected at most 500 levels of nesting, found more (line 1, column 512)`,
  ],
  'objects in objects as anything': [
    `{"anything":${filled('{"a":')}1${'}'.repeat(size / 5)}}`,
    `anything${'.a'.repeat(72)}…: expected at most 500 levels of nesting, found more (line 1, column 2508)`,
  ],
  'objects in objects of the class': [
    `${'{"parts":['.repeat(size / 12)}${']}'.repeat(size / 12)}`,
    `parts[0]${'.parts[0]'.repeat(16)}…: expected at most 500 levels of nesting, found more (line 1, column 2501)`,
  ],
  'half a million wrong elements': [`{"tags":[${filled('1,')}1]}`, 'tags[0]: expected text, found number 1 (line 1, column 10)'],
  'a wrong element behind 250,000 right ones': [
    `{"tags":[${filled('"a",')}1]}`,
    'tags[250000]: expected text, found number 1 (line 1, column 1000010)',
  ],
  'wrong elements on lines of their own': [`{"tags":[${filled('1,\n')}1]}`, 'tags[0]: expected text, found number 1 (line 1, column 10)'],
  'empty lists instead of text': [`{"tags":[${filled('[],')}[]]}`, 'tags[0]: expected text, found list (line 1, column 10)'],
  'numbers that no double can hold': [
    `{"anything":[${filled('1e400,')}1]}`,
    'anything[0]: expected number, found number 1e400; numbers reach to about 1.8e308 either way (line 1, column 14)',
  ],
  'a key of a million characters': [
    `{"scores":{"${'k'.repeat(size)}":"x"}}`,
    `scores["${'k'.repeat(60)}…"]: expected whole number of 32 bits, found text "x" (line 1, column 1000015)`,
  ],
  'the same key again and again': [
    `{${filled('"age":1,')}"age":"x"}`,
    'age: expected whole number of 32 bits, found text "x" (line 1, column 1000008)',
  ],
  '80,000 unknown keys before a wrong value': [
    `{${Array.from({ length: 80_000 }, (_, index) => `"key${index}":1`).join(',')},"age":"x"}`,
    'age: expected whole number of 32 bits, found text "x" (line 1, column 1028898)',
  ],
  'a long text instead of a number': [
    `{"age":"${'a'.repeat(size)}"}`,
    'age: expected whole number of 32 bits, found text (line 1, column 8)',
  ],
  'a wrong escape at the end of a long text': [
    `{"name":"${'a'.repeat(size)}\\x"}`,
    'Malformed JSON at line 1, column 1000010: unknown escape in text',
  ],
  'half a million escapes and a wrong one': [
    `{"name":"${filled('\\n')}\\x"}`,
    'Malformed JSON at line 1, column 1000010: unknown escape in text',
  ],
  'a text that is not closed': [
    `{"name":"${'a'.repeat(size)}`,
    'Malformed JSON at line 1, column 1000010: the text is not closed by a double quote',
  ],
  'a million line breaks': [`${'\n'.repeat(size)}x`, 'Malformed JSON at line 1000001, column 1: unexpected "x"'],
};

function filled(piece: string): string {
  return piece.repeat(size / piece.length);
}
