import { settingsTable } from './settings/settings.ts';

export function help(): string {
  const settings = Object.entries(settingsTable).map(
    ([name, { help, defaultText }]) => `  --${name.padEnd(16)} ${help}${defaultText ? ` [${defaultText}]` : ''}`,
  );
  return `Looks at one camera, finds weapons with your model and reports each once.

npm run agent -- run --source rtsp://user:password@camera/stream --model weapons.onnx \\
  --server http://127.0.0.1:8080 --key-file device.key

  run        look and report, until it is stopped; a file is played once, then it ends
  check      try source, model and server; each line is ok or says what to do
  snapshot   write one annotated frame: snapshot out.jpg --source … --model …
  outbox     list waiting and refused reports; outbox retry sends the refused ones again
  bench      frames per second, time and CPU per stage, with this model on this machine

Other users of the machine can read a command's arguments: give a source or a broker whose address holds a password in
the environment (AGENT_SOURCE, AGENT_SERVER) or in the YAML file. It is logged nowhere, and ffmpeg gets it through a pipe.

Settings, as flags, in the environment (AGENT_KEY_FILE) or in a YAML file (--config agent.yaml, key-file: …):
${settings.join('\n')}`;
}
