import { JsonPolymorphic, JsonTypeName } from '../../json/json-annotations.js';
import { JsonLayout } from './json-layout.js';
import type { Layout } from './layout.js';
import { TextLayout } from './text-layout.js';
import type { TimeZone } from './time-zone.js';

/** The `layout:` of an appender, chosen by its `type`; "text" by default. Extend it for a layout of your own. */
@JsonPolymorphic({ defaultType: 'text' })
export abstract class LayoutFactory {
  /** Builds the layout; the time zone is the appender's. */
  abstract build(zone: TimeZone): Layout;
}

/** `layout: {type: text}`: lines for people. */
@JsonTypeName('text')
export class TextLayoutFactory extends LayoutFactory {
  override build(zone: TimeZone): Layout {
    return new TextLayout(zone);
  }
}

/** `layout: {type: json}`: one JSON object a line, its times always in UTC. */
@JsonTypeName('json')
export class JsonLayoutFactory extends LayoutFactory {
  override build(): Layout {
    return new JsonLayout();
  }
}
