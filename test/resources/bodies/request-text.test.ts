import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Consumes, FormParam, JsonProperty, NotEmpty, NotNull, Optional, POST, Path, Produces, Valid, optional } from 'keelson';

import { serve } from '../serving.js';

class Named {
  @JsonProperty @NotEmpty name!: string;
}

@Path('/t')
@Produces('text/plain')
class TextResource {
  @POST @Path('/required') required(@NotNull @Valid body: Named): string {
    return body.name;
  }
  @POST @Path('/maybe') maybe(@Valid(optional(Named)) body: Optional<Named>): string {
    return body.map(({ name }) => name).orElse('absent');
  }
  @POST @Path('/maybe-text') @Consumes('text/plain') maybeText(@Valid(optional(String)) body: Optional<string>): string {
    return body.map((text) => `present ${text}`).orElse('absent');
  }
  @POST @Path('/text') @Consumes('text/plain') text(body: string): string {
    return body;
  }
  @POST @Path('/form') form(@FormParam('name') name: string): string {
    return name;
  }
  @POST @Path('/whole-form') wholeForm(form: URLSearchParams): string {
    return form.get('name') ?? 'absent';
  }
}

const served = serve(TextResource);
const json = 'application/json';
const text = 'text/plain';
const form = 'application/x-www-form-urlencoded';
const badRequest = { code: 400, message: 'HTTP 400 Bad Request' };
const notUtf8 = { code: 400, message: 'The request body is not valid UTF-8' };

for (const { name, path, type, body, status, answer } of [
  {
    name: 'a byte order mark before JSON is skipped',
    path: 'required',
    type: json,
    body: '\uFEFF{"name":"ada"}',
    status: 200,
    answer: 'ada',
  },
  { name: 'a byte order mark before text is skipped', path: 'text', type: text, body: '\uFEFFada', status: 200, answer: 'ada' },
  {
    name: 'a JSON body of blanks is no body',
    path: 'required',
    type: json,
    body: ' \r\n\t ',
    status: 422,
    answer: { errors: ['The request body may not be null'] },
  },
  {
    name: 'a JSON body of nothing but a byte order mark is no body',
    path: 'required',
    type: json,
    body: '\uFEFF',
    status: 422,
    answer: { errors: ['The request body may not be null'] },
  },
  { name: 'a text of blanks is a text', path: 'text', type: text, body: '  ', status: 200, answer: '  ' },
  {
    name: 'JSON that is not UTF-8 is 400',
    path: 'required',
    type: json,
    body: Buffer.from('{"name":"\xe9"}', 'latin1'),
    status: 400,
    answer: { code: 400, message: 'Unable to process JSON', details: 'The request body is not valid UTF-8' },
  },
  { name: 'text that is not UTF-8 is 400', path: 'text', type: text, body: Buffer.from('caf\xe9', 'latin1'), status: 400, answer: notUtf8 },
  {
    name: 'a form that is not UTF-8 is 400',
    path: 'form',
    type: form,
    body: Buffer.from('name=\xe9', 'latin1'),
    status: 400,
    answer: badRequest,
  },
  {
    name: 'a form taken as a whole that is not UTF-8 is 400',
    path: 'whole-form',
    type: form,
    body: Buffer.from('name=\xe9', 'latin1'),
    status: 400,
    answer: notUtf8,
  },
  { name: 'a malformed escape in a form is 400', path: 'form', type: form, body: 'name=%zz', status: 400, answer: badRequest },
  {
    name: 'a malformed escape in a form taken as a whole is 400',
    path: 'whole-form',
    type: form,
    body: 'name=%zz',
    status: 400,
    answer: badRequest,
  },
  { name: 'the replacement character itself is a character', path: 'text', type: text, body: 'a\uFFFDb', status: 200, answer: 'a\uFFFDb' },
  {
    name: 'text in the charset named is read in it',
    path: 'text',
    type: `${text};charset=latin1`,
    body: Buffer.from('\xe9', 'latin1'),
    status: 200,
    answer: 'é',
  },
  {
    name: 'text that is not valid in the charset named is 400',
    path: 'text',
    type: `${text};charset=shift_jis`,
    body: Buffer.from([0x81]),
    status: 400,
    answer: { code: 400, message: 'The request body is not valid shift_jis' },
  },
  { name: 'an Optional body is absent for an empty request', path: 'maybe', type: json, body: '', status: 200, answer: 'absent' },
  { name: 'an Optional body is absent for blanks', path: 'maybe', type: json, body: ' ', status: 200, answer: 'absent' },
  { name: 'an Optional body is absent for null', path: 'maybe', type: json, body: 'null', status: 200, answer: 'absent' },
  { name: 'an Optional body is present where there is one', path: 'maybe', type: json, body: '{"name":"ada"}', status: 200, answer: 'ada' },
  {
    name: 'an Optional body is validated where there is one',
    path: 'maybe',
    type: json,
    body: '{"name":""}',
    status: 422,
    answer: { errors: ['name may not be empty'] },
  },
  { name: 'an Optional text is absent for an empty request', path: 'maybe-text', type: text, body: '', status: 200, answer: 'absent' },
  { name: 'an Optional text is present where there is one', path: 'maybe-text', type: text, body: 'x', status: 200, answer: 'present x' },
]) {
  test(name, async () => {
    const { status: given, text: body_ } = await served.send({
      method: 'POST',
      path: `/t/${path}`,
      body,
      headers: { 'content-type': type },
    });
    assert.deepEqual([given, typeof answer === 'string' ? body_ : JSON.parse(body_)], [status, answer]);
  });
}

test('an Optional body is absent for a request without a body and a content type', async () => {
  assert.equal((await served.send({ method: 'POST', path: '/t/maybe' })).text, 'absent');
});

test('JSON that is not UTF-8 says so in the details', async () => {
  const { json: answer } = await serve(TextResource).send({
    method: 'POST',
    path: '/t/required',
    body: Buffer.from('{"name":"\xe9"}', 'latin1'),
    headers: { 'content-type': json },
  });
  assert.deepEqual(answer, { code: 400, message: 'Unable to process JSON', details: 'The request body is not valid UTF-8' });
});
