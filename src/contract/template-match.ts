import { decodeSegment } from '../http/percent-escapes.js';
import type { PathTemplate } from './path-template.js';

/** How a path fits one template: the rest that an open template leaves, or why it does not fit. */
export type TemplateMatch =
  | { readonly fits: true; readonly values: readonly string[]; readonly rest: string }
  | { readonly fits: false; readonly reason: string };

/** Matches one template by itself: the plain form of what a tree of all templates does at once, with reasons. */
export function matchTemplate(template: PathTemplate, path: string, extent: 'whole' | 'prefix'): TemplateMatch {
  const raw = segmentsOfPath(path);
  const values: string[] = [];
  for (const [index, segment] of template.segments.entries()) {
    if (segment.kind === 'rest') {
      const remaining = raw.slice(index).join('/');
      const groups = segment.expression.exec(remaining)?.groups;
      if (groups === undefined) return misfit(`"${remaining}" does not match ${segment.expression.source}`);
      for (let variable = 0; variable < segment.variables; variable++) values.push(decodeSegment(groups[`v${variable}`] ?? '') ?? '');
      return { fits: true, values, rest: '' };
    }
    if (index >= raw.length) return misfit('the path is shorter');
    const text = decodeSegment(raw[index]!) ?? raw[index]!;
    if (segment.kind === 'literal') {
      if (text !== segment.text) return misfit(`"${text}" is not "${segment.text}"`);
    } else if (segment.kind === 'variable') {
      if (text === '') return misfit('a variable cannot be empty');
      values.push(text);
    } else {
      const groups = segment.expression.exec(text)?.groups;
      if (groups === undefined) return misfit(`"${text}" does not match ${segment.expression.source}`);
      for (let variable = 0; variable < segment.variables; variable++) values.push(groups[`v${variable}`] ?? '');
    }
  }
  const left = raw.slice(template.segments.length);
  if (extent === 'whole' && left.length > 0) return misfit('the path is longer');
  return { fits: true, values, rest: left.length === 0 ? '/' : `/${left.join('/')}` };
}

/** Without the slash at the front and one at the end. */
function segmentsOfPath(path: string): readonly string[] {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return trimmed === '/' ? [] : trimmed.slice(1).split('/');
}

function misfit(reason: string): TemplateMatch {
  return { fits: false, reason };
}
