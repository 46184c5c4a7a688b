import { DeprecatedKind } from '../contract/annotations/deprecated-annotation.js';
import type { ParameterSourceUse } from '../contract/annotations/parameter-annotations.js';
import type { ArgumentModel, BeanModel } from '../contract/argument-model.js';
import type { CallableModel } from '../contract/endpoint-model.js';
import { DocNote } from '../json/doc.js';
import { Annotations } from '../reflection/annotations.js';
import { modelOf } from '../reflection/class-model.js';
import { settled } from '../reflection/type-ref.js';
import type { TypeRef } from '../reflection/type-ref.js';
import { Demands } from '../schema/demands.js';
import { ValidKind } from '../validation/constraint-annotations.js';
import { GroupSet } from '../validation/groups.js';
import type { JsonSchema } from '../values/json-schema.js';
import { Optional } from '../values/optional.js';
import { defaultOf, parameterSchema } from './parameter-schema.js';
import type { UnexpressedRules } from './unexpressed-rules.js';

/** A value that a method takes from the text of a request. */
export interface DescribedParameter {
  readonly source: ParameterSourceUse;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  /** False for text without constraints, which cannot be wrong. */
  readonly canBeRefused: boolean;
}

/** The parameters of a method, those of bean parameters included. */
export function parametersOf(callable: CallableModel, endpoint: string, unexpressed: UnexpressedRules): readonly DescribedParameter[] {
  return new ParameterDescriber(callable, endpoint, unexpressed).describe();
}

class ParameterDescriber {
  private readonly groups: GroupSet;

  constructor(
    private readonly callable: CallableModel,
    private readonly endpoint: string,
    private readonly unexpressed: UnexpressedRules,
  ) {
    this.groups = GroupSet.of(callable.groups.parameters);
  }

  describe(): readonly DescribedParameter[] {
    return this.callable.arguments.flatMap((argument) => this.ofArgument(argument));
  }

  private ofArgument(argument: ArgumentModel): readonly DescribedParameter[] {
    if (argument.kind === 'bean') {
      const { bean, parameter } = argument;
      return this.ofBean(bean, parameter.annotations.has(ValidKind));
    }
    if (argument.kind !== 'source') return [];
    const { parameter, source, defaultText } = argument;
    const { annotations, type } = parameter;
    const demands = Demands.ofAnnotations(annotations, this.groups);
    return [this.described({ source, type, annotations, demands, defaultText, initial: undefined })];
  }

  private ofBean(bean: BeanModel, isValidated: boolean): readonly DescribedParameter[] {
    const instance = Reflect.construct(bean.type, []) as Readonly<Record<string, unknown>>;
    const fields = new Map(modelOf(bean.type).fields.map((field) => [field.name, field]));
    const described = bean.fields.flatMap(({ name, type, source, defaultText }): readonly DescribedParameter[] => {
      const annotations = fields.get(name)?.annotations ?? Annotations.none;
      if (!('from' in source)) return this.ofBean(source, isValidated && annotations.has(ValidKind));
      const demands = isValidated ? Demands.ofAnnotations(annotations, this.groups) : Demands.none;
      return [this.described({ source, type, annotations, demands, defaultText, initial: instance[name] })];
    });
    if (isValidated) this.noteRest(bean);
    return described;
  }

  private described(found: FoundParameter): DescribedParameter {
    const { source, type, annotations, demands, defaultText, initial } = found;
    const place = `${this.endpoint}, ${source.from} ${source.name}`;
    const schema = parameterSchema(type, demands, { place, unexpressed: this.unexpressed });
    const fallback = defaultText === undefined ? publishable(initial) : defaultOf(defaultText, schema);
    return {
      source,
      required: source.from === 'path' || (defaultText === undefined && !demands.admitAll(whenMissing(type, initial), type, this.groups)),
      schema: fallback === undefined ? schema : { ...schema, default: fallback },
      description: annotations.first(DocNote),
      deprecated: annotations.has(DeprecatedKind),
      canBeRefused: JSON.stringify(schema) !== '{"type":"string"}' || demands.names.length > 0,
    };
  }

  /** Notes what a bean demands of itself, and of fields that are not parameters. */
  private noteRest({ type, fields }: BeanModel): void {
    const known = new Set(fields.map(({ name }) => name));
    for (const { name, annotations } of modelOf(type).fields) {
      if (known.has(name)) continue;
      for (const constraint of Demands.ofAnnotations(annotations, this.groups).names)
        this.unexpressed.add(`${this.endpoint}, ${type.name}.${name}`, `@${constraint}`);
    }
    this.unexpressed.addMethods(type, this.groups, `${this.endpoint}, `);
  }
}

interface FoundParameter {
  readonly source: ParameterSourceUse;
  readonly type: TypeRef;
  readonly annotations: Annotations;
  readonly demands: Demands;
  readonly defaultText: string | undefined;
  /** What the field of a bean is initialised with. */
  readonly initial: unknown;
}

/** What a method is given for a parameter that a request leaves out. */
function whenMissing(type: TypeRef, initial: unknown): unknown {
  const known = settled(type);
  if (initial !== undefined) return initial;
  if (known.kind === 'optional') return Optional.absent();
  if (known.kind === 'list') return [];
  if (known.kind === 'set') return new Set();
  // Some wrappers stand for a missing text as well.
  return known.kind === 'class' && 'takesMissingText' in known.type ? '' : undefined;
}

function publishable(initial: unknown): unknown {
  return typeof initial === 'string' || typeof initial === 'number' || typeof initial === 'boolean' ? initial : undefined;
}
