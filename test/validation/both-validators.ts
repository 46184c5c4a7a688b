import { validationCompiler } from '../../src/validation/validation-compiler.js';
import { validationInterpreter } from '../../src/validation/validation-interpreter.js';
import { validatorWith } from '../../src/validation/validator.js';

/** What the compiler makes and what the interpreter does is one and the same; every behaviour is asked of both. */
export const bothValidators = [
  { name: 'compiled', validator: validatorWith(validationCompiler) },
  { name: 'interpreted', validator: validatorWith(validationInterpreter) },
];
