import { sourceOf } from '@vedette/contract/evidence-archive/byte-source';
import { readFingerprint } from '@vedette/contract/evidence-archive/public-key';
import { verifyArchive } from '@vedette/contract/evidence-archive/verify-archive';
import { describeVerdict } from './describe-verdict.ts';

// The whole code of verify.html, which is put into every archive and runs without a network.

const place = element('place', HTMLElement);
const fileField = element('file', HTMLInputElement);
const expected = element('expected', HTMLInputElement);
const expectedError = element('expected-error', HTMLElement);
const progress = element('progress', HTMLElement);
const outcome = element('outcome', HTMLElement);

let chosen: File | undefined;
/** Of the newest check: an older one that is still running shows nothing any more. */
let current = 0;

async function check(): Promise<void> {
  const file = chosen;
  if (file === undefined) return;
  current += 1;
  const own = current;
  const isCurrent = () => own === current;
  const expectedKey = readExpected();
  outcome.hidden = true;
  if (expectedKey === null) return;
  progress.textContent = `Checking ${file.name}`;
  try {
    if (globalThis.crypto?.subtle === undefined) throw new Error(NO_CRYPTOGRAPHY);
    const verdict = await verifyArchive(sourceOf(file), {
      expectedKey,
      onProgress: (checked, of) => {
        if (isCurrent()) progress.textContent = `Checking ${file.name}: ${checked} of ${of} files`;
      },
    });
    if (isCurrent()) show(describeVerdict(verdict, { fileName: file.name, wasCompared: expectedKey !== undefined }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (isCurrent()) show({ tone: 'bad', title: `${file.name} could not be checked`, parts: [text('p', reason)] });
  }
}

const NO_CRYPTOGRAPHY =
  'This browser offers no cryptography here. Open the page over https, or verify.html from a folder on this computer.';

/** Undefined: none is expected; null: the field holds no fingerprint. */
function readExpected(): string | null | undefined {
  const isEmpty = expected.value.trim() === '';
  const fingerprint = isEmpty ? undefined : readFingerprint(expected.value);
  expectedError.textContent = fingerprint === null ? 'A fingerprint has 64 digits from 0 to 9 and a to f.' : '';
  expected.setAttribute('aria-invalid', String(fingerprint === null));
  return fingerprint;
}

function show({ tone, title, parts }: ReturnType<typeof describeVerdict>): void {
  progress.textContent = '';
  const heading = text('h2', title);
  heading.id = 'verdict';
  outcome.className = tone;
  outcome.replaceChildren(heading, ...parts);
  outcome.hidden = false;
  outcome.focus();
}

function choose(file: File | undefined): void {
  chosen = file;
  void check();
}

fileField.addEventListener('change', () => choose(fileField.files?.[0]));
expected.addEventListener('change', () => void check());
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  place.classList.add('over');
});
document.addEventListener('dragleave', () => place.classList.remove('over'));
document.addEventListener('drop', (event) => {
  event.preventDefault();
  place.classList.remove('over');
  choose(event.dataTransfer?.files[0]);
});

function text(name: 'p' | 'h2', content: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = content;
  return made;
}

function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${id}`);
}
