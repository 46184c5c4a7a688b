import { ConflictException, GET, IntParam, NotFoundException, NotNull, POST, Path, PathParam, QueryParam, Reply, Valid } from 'keelson';

import { NoteDraft } from './note.js';
import type { Note } from './note.js';

@Path('/notes')
export class NoteResource {
  private readonly notes: Note[] = [];

  constructor(private readonly maxNotes: number) {}

  get count(): number {
    return this.notes.length;
  }

  @GET
  list(@QueryParam('title') title?: string): readonly Note[] {
    return title === undefined ? this.notes : this.notes.filter((note) => note.title.includes(title));
  }

  @GET
  @Path('/{id}')
  find(@PathParam('id') id: IntParam): Note {
    const note = this.notes[id.get() - 1];
    if (note === undefined) throw new NotFoundException(`There is no note ${id.get()}`);
    return note;
  }

  @POST
  add(@Valid @NotNull draft: NoteDraft): Reply {
    if (this.notes.length >= this.maxNotes) throw new ConflictException(`There is no room for more than ${this.maxNotes} notes`);
    const note: Note = { id: this.notes.length + 1, title: draft.title, text: draft.text ?? '' };
    this.notes.push(note);
    return Reply.created(`/notes/${note.id}`).body(note);
  }
}
