import { MAIL_ADDRESS } from '@vedette/contract/account';
import { Ajv, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import type { Api } from './api.ts';

// Our own schemas need no checking against the meta-schema, which takes a fifth of the start.
const NO_META = { meta: false, validateSchema: false } as const;
const LOOSE = { strict: false, strictNumbers: true } as const;
const OPTIONS: Options = { useDefaults: true, removeAdditional: false, allErrors: false, ...LOOSE, ...NO_META };

/** Bodies are taken as they are: text "0.5" is no number, and an unknown field is a mistake, not something to drop. */
export function bodyValidator(): Ajv {
  const exact = new Ajv({ ...OPTIONS, coerceTypes: false });
  exact.addFormat('mail-address', MAIL_ADDRESS);
  addFormats.default(exact);
  return exact;
}

/**
 * Addresses carry text only, so numbers in them are spelt as text. With strictNumbers Ajv checks no bounds of a number
 * that is not finite, as 1e999 is once it is read.
 */
function addressValidator(): Ajv {
  const fromText = new Ajv({ ...OPTIONS, strictNumbers: false, coerceTypes: true });
  addFormats.default(fromText);
  return fromText;
}

// Compiling our schemas takes longer than all else of a start: done once for every server in this process.
const exact = bodyValidator();
const fromText = addressValidator();

export function validateBySchema(api: Api): void {
  api.setValidatorCompiler<object>(({ schema, httpPart }) => (httpPart === 'body' ? exact : fromText).compile(schema));
  // The API speaks JSON; a route that takes more says so.
  api.removeContentTypeParser(['application/json', 'text/plain']);
  const parseJson = api.getDefaultJsonParser('error', 'error');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    // Many clients name the type on every request, with a body or without. A route that needs one finds it missing.
    if (body === '') return done(null, undefined);
    return parseJson(request, body, done);
  });
  // What an answer shows is decided by the slices' present files; JSON.stringify is faster than checking it again.
  api.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
}
