import { hasUnprintable } from './unprintable.js';

/**
 * True for a name of at most 64 characters, `@`, and a host of at most 255: dot-separated words of printable characters, in any script.
 *
 * No text can make it slow: what separates the words of the expression is never part of a word, so there is one way to read a text, and
 * only short texts are read.
 */
export function isEmail(text: string): boolean {
  if (text.length > 320 || !address.test(text) || hasUnprintable(text)) return false;
  const at = text.indexOf('@');
  const host = text.length - at - 1;
  return (
    at <= 64 &&
    (host <= 63 ||
      (host <= 255 &&
        text
          .slice(at + 1)
          .split('.')
          .every(isLabel)))
  );
}

const nameWord = "[\\w!#$%&'*+/=?^`{|}~\\u0080-\\uffff-]+";
const hostWord = '[a-zA-Z\\d\\u0080-\\uffff]+(?:-+[a-zA-Z\\d\\u0080-\\uffff]+)*';
const address = new RegExp(`^${nameWord}(?:\\.${nameWord})*@${hostWord}(?:\\.${hostWord})*$`);

/** The parts of a host name have at most 63 characters (RFC 1035 §2.3.4). */
function isLabel(text: string): boolean {
  return text.length <= 63;
}
