import type { ParameterSourceUse } from '../../contract/annotations/parameter-annotations.js';
import { allValues, firstValue, parseQuery } from '../../http/query-string.js';
import { allInQuery, canBeScannedFor, firstInQuery } from './query-scan.js';
import type { RequestTexts } from './request-texts.js';

/** The first text of a parameter, decoded; undefined where it is missing. */
export function firstTextOf({ from, name }: ParameterSourceUse, variables: readonly string[]): (texts: RequestTexts) => string | undefined {
  switch (from) {
    case 'query':
      return canBeScannedFor(name) ? (texts) => firstInQuery(texts.query, name) : (texts) => firstValue(parseQuery(texts.query), name);
    case 'path': {
      // Of two variables with one name, one of them in a sub-resource, the inner one counts.
      const index = variables.lastIndexOf(name);
      return (texts) => texts.pathValues[index];
    }
    case 'header': {
      const lowerCase = name.toLowerCase();
      return (texts) => texts.headers.get(lowerCase);
    }
    case 'cookie':
      return (texts) => texts.cookie(name);
    case 'form':
      return (texts) => firstValue(texts.form, name);
  }
}

/** Every text of a parameter, in the order sent. */
export function allTextsOf(source: ParameterSourceUse, variables: readonly string[]): (texts: RequestTexts) => readonly string[] {
  const { from, name } = source;
  if (from === 'query' && canBeScannedFor(name)) return (texts) => allInQuery(texts.query, name);
  if (from === 'query') return (texts) => allValues(parseQuery(texts.query), name);
  if (from === 'form') return (texts) => allValues(texts.form, name);
  if (from === 'header') return (texts) => texts.headers.getAll(name.toLowerCase());
  const first = firstTextOf(source, variables);
  return (texts) => {
    const text = first(texts);
    return text === undefined ? [] : [text];
  };
}
