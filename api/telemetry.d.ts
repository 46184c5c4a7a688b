// telemetry/span
export declare const Traced: TracedAnnotation;

// telemetry/span
export interface TracedAnnotation {
  (target: object, method: PropertyKey, descriptor: PropertyDescriptor): void;
  (name?: string): (target: object, method: PropertyKey, descriptor: PropertyDescriptor) => void;
}

// telemetry/span
export declare function span<R>(name: string, work: () => R): R;

// telemetry/span
export declare function traceHeaders(): Record<string, string>;
