import { MAIL_ADDRESS } from '@vedette/contract/account';
import { Ajv, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import type { Api } from './api.ts';

// The schemas are not checked against the meta-schema, which would take a fifth of the start-up time.
const NO_META = { meta: false, validateSchema: false } as const;
const LOOSE = { strict: false, strictNumbers: true } as const;
const OPTIONS: Options = { useDefaults: true, removeAdditional: false, allErrors: false, ...LOOSE, ...NO_META };

/** Validates bodies without coercion: the text "0.5" is not a number, and unknown fields are refused, not removed. */
export function bodyValidator(): Ajv {
  const exact = new Ajv({ ...OPTIONS, coerceTypes: false });
  exact.addFormat('mail-address', MAIL_ADDRESS);
  addFormats.default(exact);
  return exact;
}

/**
 * Validates parameters and queries, whose values are text, so that numbers are converted. With strictNumbers, Ajv does not
 * check the bounds of a number that is not finite, like 1e999.
 */
function addressValidator(): Ajv {
  const fromText = new Ajv({ ...OPTIONS, strictNumbers: false, coerceTypes: true });
  addFormats.default(fromText);
  return fromText;
}

// Compiling the schemas takes most of the start-up time, so that all servers of a process share the compiled ones.
const exact = bodyValidator();
const fromText = addressValidator();

export function validateBySchema(api: Api): void {
  api.setValidatorCompiler<object>(({ schema, httpPart }) => (httpPart === 'body' ? exact : fromText).compile(schema));
  // Routes accept JSON; a route with other types adds their parsers.
  api.removeContentTypeParser(['application/json', 'text/plain']);
  const parseJson = api.getDefaultJsonParser('error', 'error');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    // Many clients send the type with every request, also without a body. A route that needs a body reports that it is missing.
    if (body === '') return done(null, undefined);
    return parseJson(request, body, done);
  });
  // The `present` files select the fields of answers, so that the faster JSON.stringify suffices.
  api.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
}

/** Checks what came in another way than as the body of a route. Ajv keeps the compiled schemas. Throws the error to answer with. */
export function checkBody(schema: object, value: unknown, name: string): void {
  const validate = exact.compile(schema);
  if (validate(value)) return;
  const { errors: validation } = validate;
  throw Object.assign(new Error(`The ${name} is wrong`), { statusCode: 400, validation, validationContext: name });
}
