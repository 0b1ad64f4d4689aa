import { inWords } from '@vedette/contract/evidence-archive/faults';
import { describeMaker, type Manifest } from '@vedette/contract/evidence-archive/manifest';
import type { Verdict } from '@vedette/contract/evidence-archive/verify-archive';

type Described = { tone: 'good' | 'unknown' | 'bad'; title: string; parts: HTMLElement[] };

/** More faults than a person reads. */
const FAULTS_SHOWN = 100;

/** What the page says of an archive. Texts from the archive become text, never HTML. */
export function describeVerdict(
  { faults, manifest, fingerprint }: Verdict,
  { fileName, wasCompared }: { fileName: string; wasCompared: boolean },
): Described {
  const isWhole = faults.length === 0;
  const hidden = faults.length - FAULTS_SHOWN;
  const named = faults.slice(0, FAULTS_SHOWN).map(inWords);
  return {
    tone: !isWhole ? 'bad' : wasCompared ? 'good' : 'unknown',
    title: titleOf({ faults, fileName, wasCompared }),
    parts: [
      ...(isWhole ? [] : [list(hidden > 0 ? [...named, `And ${hidden} more`] : named)]),
      ...(isWhole && !wasCompared ? [made('p', COMPARE)] : []),
      ...(manifest === null ? [] : [factsOf(manifest, fingerprint)]),
    ],
  };
}

const COMPARE =
  "Anybody can make an archive with a key of their own. Compare the fingerprint below with the server's, or enter the server's above.";

function titleOf(of: { faults: Verdict['faults']; fileName: string; wasCompared: boolean }): string {
  const { faults, fileName, wasCompared } = of;
  if (faults.length === 0 && wasCompared) return `${fileName} is whole, and signed with the expected key`;
  if (faults.length === 0) return `${fileName} is whole; its key was not compared`;
  if (faults.every(({ problem }) => problem === 'other key')) return `${fileName} was signed with another key`;
  if (faults.every(({ problem }) => problem === 'signature unchecked')) {
    return `The signature of ${fileName} could not be checked`;
  }
  return `${fileName} is not as it was signed: ${faults.length === 1 ? '1 fault' : `${faults.length} faults`}`;
}

function factsOf(manifest: Manifest, fingerprint: string | null): HTMLElement {
  const { subject, made_at, made_by, server, files, detections, damaged_frames: damaged } = manifest;
  const facts: [string, string][] = [
    ['About', subject.replace(':', ' ')],
    ['Made', `${made_at}, by ${describeMaker(made_by)}`],
    ['Server', `${server.address}, version ${server.version}`],
    ['Holds', `${count(detections, 'detection')} in ${count(files.length, 'file')}`],
    ...(damaged.length === 0
      ? []
      : [[DAMAGED, damaged.map((frame) => frame.detection_id).join(', ')] as [string, string]]),
    ['Fingerprint of its key', fingerprint ?? 'It has no key'],
  ];
  const list = document.createElement('dl');
  list.append(...facts.flatMap(([name, value]) => [made('dt', name), made('dd', value)]));
  return list;
}

const DAMAGED = 'Frames that were damaged at the server and are left out, by detection';

function count(number: number, of: string): string {
  return `${number} ${of}${number === 1 ? '' : 's'}`;
}

function list(items: readonly string[]): HTMLElement {
  const all = document.createElement('ul');
  all.append(...items.map((item) => made('li', item)));
  return all;
}

function made(name: 'p' | 'li' | 'dt' | 'dd', content: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = content;
  return element;
}
