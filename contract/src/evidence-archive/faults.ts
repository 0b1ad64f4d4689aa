export type Problem =
  | 'no archive'
  | 'no manifest'
  | 'changed'
  | 'missing'
  | 'added'
  | 'twice'
  | 'moved'
  | 'header changed'
  | 'directory changed'
  | 'signature wrong'
  | 'signature unchecked'
  | 'other key';

/** Something that is not as it was signed. */
export type Fault = {
  problem: Problem;
  /** The entry that it is about; absent: the archive as a whole. */
  entry?: string;
};

const words: Record<Problem, string> = {
  'no archive': 'It is no whole ZIP file: its directory is missing or damaged, or it was cut off',
  'no manifest': 'It is missing or cannot be read, so that nothing can be compared with it',
  changed: 'Its content is not what the manifest says',
  missing: 'The manifest lists it, but it is not in the archive',
  added: 'It is in the archive, but the manifest does not list it',
  twice: 'It is in the archive more than once',
  moved: 'It is not at its place: entries were swapped or put in another order',
  'header changed': "The archive's header before its content was changed",
  'directory changed': "The archive's directory was changed, or the file was packed again",
  'signature wrong': 'It does not sign the manifest with this key: one of the three was changed',
  'signature unchecked': 'This browser cannot check Ed25519 signatures: use a newer one, or the command line',
  'other key': 'The archive was signed with another key than the expected one',
};

export function inWords({ problem, entry }: Fault): string {
  return entry === undefined ? words[problem] : `${entry}: ${words[problem]}`;
}
