import { cpus } from 'node:os';
import { HARDWARE, type Hardware } from '../camera/source.ts';
import { parseClassTable } from '../model/class-table.ts';
import { LAYOUTS, type Layout } from '../model/layout.ts';
import { parseConfirm } from '../tracking/report-policy.ts';
import { parseSchedule } from '../tracking/schedule.ts';
import { parsePolygons } from '../tracking/zones.ts';
import { classThresholds, list, number, oneOf, serverUrl, size, text, trueOrFalse } from './values.ts';

type Setting<T> = { help: string; defaultText: string; parse: (text: string) => T };

function setting<T>(help: string, defaultText: string, parse: (text: string) => T): Setting<T> {
  return { help, defaultText, parse };
}

/** Every setting: its name as a flag (`--name`), in YAML (`name:`) and, in capitals with underscores, in the environment (`AGENT_NAME`). */
export const settingsTable = {
  source: setting('rtsp url | http mjpeg url | file | v4l2 device | exec:command (required)', '', text),
  model: setting('the model, an ONNX file', '', text),
  detector: setting('onnx, or exec:command for a program that gets frames and answers boxes', 'onnx', text),
  server: setting(
    "the server's address, https://vedette.example.org, or its broker's, mqtts://user:password@host",
    '',
    serverUrl,
  ),
  'key-file': setting("a file with the device's key", '', text),
  outbox: setting('the folder where reports wait', './outbox', text),
  'outbox-max-mb': setting('beyond this the oldest pictures are dropped, never an event', '512', number(1, 1_000_000)),
  location: setting("where the camera looks; absent: the server's entry of the device", '', text),
  device: setting("the device's name; absent: the server's entry of the device", '', text),
  loop: setting('play a file for ever, in real time', 'false', trueOrFalse),
  fps: setting('frames looked at per second, at most; 0: as many as possible', '10', number(0, 240)),
  size: setting('of bare RGB pictures from exec:, such as 1280x720; absent: PPM', '', size),
  hardware: setting(`decoding: ${HARDWARE.join(', ')}`, 'none', oneOf<Hardware>(HARDWARE)),
  threads: setting('of inference', String(Math.max(1, cpus().length - 1)), number(1, 256)),
  layout: setting(
    `of the model's output: auto, ${LAYOUTS.join(', ')}`,
    'auto',
    oneOf<Layout | 'auto'>(['auto', ...LAYOUTS]),
  ),
  'image-size': setting("of the model's input where it takes any; 0: as the model says", '0', number(0, 4096)),
  'class-names': setting("the model's classes in order; absent: as the model says", '', list),
  classes: setting(
    'reported weapon type and threat level of each class: handgun=Pistol:9,blade=Knife:8',
    '',
    parseClassTable,
  ),
  threshold: setting('least score of a class, the first for all: 0.5 or 0.5,rifle=0.6', '0.5', classThresholds),
  confirm: setting('seen in k of n frames', '3/5', parseConfirm),
  watch: setting('only these areas: polygons of fractions, 0,0 0.5,0 0.5,1; …', '', parsePolygons),
  ignore: setting('not these areas: polygons of fractions', '', parsePolygons),
  'smallest-box': setting('least width and height in pixels of the frame', '8', number(0, 10_000)),
  schedule: setting('when it watches: mo-fr 08:00-18:00, sa 20:00-04:00; absent: always', '', parseSchedule),
  'still-seen': setting('seconds after which a weapon that stays is reported again; 0: never', '0', number(0, 86_400)),
  annotate: setting('draw box and label into the frame', 'true', trueOrFalse),
  'alive-file': setting(
    'touched every ten seconds while frames and reports are processed, for a health check; absent: none',
    '',
    text,
  ),
  quality: setting('of the JPEG', '80', number(30, 100)),
} as const;

export type SettingName = keyof typeof settingsTable;
type Parsed<T> = T extends Setting<infer Value> ? Value : never;
export type Settings = { [Name in SettingName]: Parsed<(typeof settingsTable)[Name]> };
