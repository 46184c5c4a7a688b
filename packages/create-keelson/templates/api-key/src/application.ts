import { Application } from 'keelson';
import type { Environment } from 'keelson';

import { byKey } from './caller.js';
import { __Name__Configuration } from './configuration.js';
import { NoteResource } from './note-resource.js';

export class __Name__Application extends Application<__Name__Configuration> {
  constructor() {
    super(__Name__Configuration);
  }

  override run({ maxNotes, callers }: __Name__Configuration, environment: Environment): void {
    const notes = new NoteResource(maxNotes);
    environment.auth.use(byKey(callers));
    environment.resources.register(notes);
    environment.healthChecks.register('notes', () => {
      if (notes.count >= maxNotes) throw new Error(`there is no room for more than ${maxNotes} notes`);
    });
  }
}
