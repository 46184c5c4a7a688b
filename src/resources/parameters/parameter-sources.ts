import type { ParameterSourceUse } from '../../contract/annotations/parameter-annotations.js';
import { allValues, firstValue, parseQuery } from '../../http/query-string.js';
import type { Call } from './call.js';
import { allInQuery, canBeScannedFor, firstInQuery } from './query-scan.js';

/** The first text of a parameter, decoded; undefined where it is missing. */
export function firstTextOf({ from, name }: ParameterSourceUse, variables: readonly string[]): (call: Call) => string | undefined {
  switch (from) {
    case 'query':
      return canBeScannedFor(name) ? (call) => firstInQuery(call.query, name) : (call) => firstValue(parseQuery(call.query), name);
    case 'path': {
      // Of two variables with one name, one of them in a sub-resource, the inner one counts.
      const index = variables.lastIndexOf(name);
      return (call) => call.values[index];
    }
    case 'header': {
      const lowerCase = name.toLowerCase();
      return (call) => call.exchange.headers.get(lowerCase);
    }
    case 'cookie':
      return (call) => call.cookie(name);
    case 'form':
      return (call) => firstValue(call.form, name);
  }
}

/** Every text of a parameter, in the order sent. */
export function allTextsOf(source: ParameterSourceUse, variables: readonly string[]): (call: Call) => readonly string[] {
  const { from, name } = source;
  if (from === 'query' && canBeScannedFor(name)) return (call) => allInQuery(call.query, name);
  if (from === 'query') return (call) => allValues(parseQuery(call.query), name);
  if (from === 'form') return (call) => allValues(call.form, name);
  if (from === 'header') return (call) => call.exchange.headers.getAll(name.toLowerCase());
  const first = firstTextOf(source, variables);
  return (call) => {
    const text = first(call);
    return text === undefined ? [] : [text];
  };
}
