export type AgentWords = { name: string; key: string; origin: string; source: string; model: string };

export const SAMPLE_SOURCE = 'rtsp://user:password@camera/stream';
export const SAMPLE_MODEL = 'weapons.onnx';

/**
 * What connects a camera, pasted into a shell in the product's folder. The key goes into a file that only its owner can read, and the
 * camera's address into the environment, because other users of a machine can read a command's arguments.
 */
export function agentCommand({ name, key, origin, source, model }: AgentWords): string {
  const files = fileNameOf(name);
  return [
    `(umask 077; rm -f ${files}.key; printf '%s\\n' ${quoted(key)} > ${files}.key)`,
    `export AGENT_SOURCE=${quoted(source || SAMPLE_SOURCE)} AGENT_MODEL=${quoted(model || SAMPLE_MODEL)}`,
    `export AGENT_SERVER=${quoted(origin)} AGENT_KEY_FILE=${files}.key AGENT_OUTBOX=${files}.outbox`,
    'npm run agent -- check && npm run agent -- run',
  ].join(' &&\n');
}

/** Letters and digits of the device's name, so that each camera of a machine has files of its own. */
function fileNameOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'camera';
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
