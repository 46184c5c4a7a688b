/** Makes an exception that says all in its message: its stack trace would show our own code only, and cost more than all the rest of its answer. */
export function withoutStack<E extends Error>(make: () => E): E {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = limit;
  }
}
