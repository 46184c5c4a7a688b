export { Traced, span, traceHeaders } from './span.js';
export type { TracedAnnotation } from './span.js';
