import { JsonLayout } from './json-layout.js';
import type { Layout, LayoutRecipe } from './layout.js';
import { TextLayout } from './text-layout.js';
import { TimeZone } from './time-zone.js';

/** The layout that a recipe describes; the text layout if there is none. */
export function layoutOf(recipe: LayoutRecipe | undefined): Layout {
  if (recipe === undefined) return new TextLayout(TimeZone.UTC);
  return recipe.type === 'json' ? new JsonLayout() : new TextLayout(TimeZone.of(recipe.timeZone));
}
