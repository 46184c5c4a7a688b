import { describeViolation } from '../validation/violation.js';
import type { Violation } from '../validation/violation.js';
import { BoundPlace } from './bound-place.js';
import { ConfigurationReport } from './configuration-report.js';
import { fromDefaults } from './configuration-tree.js';

/** What checks the constraints of an object. */
export interface ConfigurationValidator {
  validate(object: object): readonly Violation[];
}

/** Step 6: reports the constraints that the configuration violates, except where the value could not be read in the first place. */
export function validate(configuration: object, places: BoundPlace, validator: ConfigurationValidator, report: ConfigurationReport): void {
  for (const violation of violationsOf(configuration, validator, report)) {
    const { nodes } = violation;
    if (!places.isReliable(nodes)) continue;
    // What is wrong with the configuration as a whole has no place of its own.
    const origin = nodes.length === 0 ? undefined : places.find(nodes)?.origin;
    report.addViolation(describeViolation(violation), origin, sectionOf(violation));
  }
}

/** The message of a validation method names no path, so the section that it is about is named beside it. */
function sectionOf({ validationMethod, path }: Violation): string | undefined {
  return validationMethod === undefined || path === '' ? undefined : `in ${path}`;
}

/** Refuses a configuration that was made in code and violates the constraints of its class; `name` stands for the file's in the report. */
export function requireValid<C extends object>(configuration: C, validator: ConfigurationValidator, name: string): C {
  const report = new ConfigurationReport(name);
  validate(configuration, new BoundPlace(fromDefaults), validator, report);
  if (!report.isEmpty) throw report.toError();
  return configuration;
}

function violationsOf(configuration: object, validator: ConfigurationValidator, report: ConfigurationReport): readonly Violation[] {
  try {
    return validator.validate(configuration);
  } catch (error) {
    if (report.isEmpty) throw error;
    // The object is incomplete, so a validation method of the user's may well have failed. The operator learns why it is incomplete.
    return [];
  }
}
