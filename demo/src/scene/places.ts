import type { Chance } from '../chance.ts';
import type { Stand } from './person.ts';

export const PLACES = ['corridor', 'gate', 'yard'] as const;
export type Place = (typeof PLACES)[number];

/** An empty place as SVG for 1280 × 720, and the near and far positions of people. */
export type Stage = { svg: string; near: (chance: Chance) => Stand; far: (chance: Chance) => Stand };

const polygon = (points: string, fill: string) => `<polygon points="${points}" fill="${fill}"/>`;
const lines = (d: string, colour: string, width: number) =>
  `<path d="${d}" stroke="${colour}" stroke-width="${width}" fill="none"/>`;
const gradient = (id: string, top: string, bottom: string) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;

const series = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

function corridor(chance: Chance): Stage {
  const door = (near: number, far: number, left: boolean) => {
    const x = (depth: number) => (left ? depth * 520 : 1280 - depth * 520);
    const top = (depth: number) => 40 + depth * 190;
    const bottom = (depth: number) => 700 - depth * 280;
    const corners = `${x(near)},${top(near)} ${x(far)},${top(far)} ${x(far)},${bottom(far)} ${x(near)},${bottom(near)}`;
    const handle = `<circle cx="${x(near + (far - near) * 0.85)}" cy="${(top(near) + bottom(near)) / 2 + 10}" r="5" fill="#c9ccd1"/>`;
    return `<polygon points="${corners}" fill="#5f6e78" stroke="#3c464d" stroke-width="5"/>${handle}`;
  };
  const svg = `<defs>${gradient('floor', '#8b8d8c', '#5b5d5e')}${gradient('wall', '#b9bdbc', '#8f9493')}</defs>
${polygon('0,0 1280,0 760,210 520,210', '#a9adae')}${polygon('0,0 520,210 520,430 0,720', 'url(#wall)')}${polygon('1280,0 760,210 760,430 1280,720', '#9aa09f')}
${polygon('0,720 520,430 760,430 1280,720', 'url(#floor)')}<rect x="520" y="210" width="240" height="220" fill="#c3c7c5"/>
${lines(
  series(9, (i) => `M${520 + i * 30} 430L${(i * 1280) / 8} 720`),
  '#4c4e4f',
  1.5,
)}${lines(
  series(6, (i) => `M${520 - i * i * 20.8} ${430 + i * i * 11.6}H${760 + i * i * 20.8}`),
  '#4c4e4f',
  1.5,
)}
${series(3, (i) => polygon(`${600 - i * 55},${190 - i * 62} ${680 + i * 55},${190 - i * 62} ${690 + i * 62},${172 - i * 66} ${590 - i * 62},${172 - i * 66}`, '#f2f5ef'))}
${lines('M0 560L520 372M1280 560L760 372', '#6f7776', 7)}<rect x="572" y="262" width="136" height="168" fill="#77848c" stroke="#4c565c" stroke-width="4"/><path d="M640 262v168" stroke="#4c565c" stroke-width="3"/>
<rect x="612" y="226" width="56" height="20" fill="#2f8f57"/>${door(0.12, 0.42, true)}${door(0.58, 0.78, true)}${door(0.2 + chance.between(0, 0.1), 0.52, false)}`;
  return {
    svg,
    near: (where) => ({ x: where.between(420, 860), y: where.between(640, 690), scale: where.between(2.4, 2.8) }),
    far: (where) => ({ x: where.between(575, 705), y: where.between(455, 500), scale: where.between(1.05, 1.25) }),
  };
}

function gate(chance: Chance): Stage {
  const lamp = chance.between(960, 1100);
  const svg = `<defs>${gradient('sky', '#4b5b6e', '#a8aba3')}${gradient('ground', '#77776f', '#4a4a47')}<radialGradient id="glow"><stop offset="0" stop-color="#fff3cf" stop-opacity=".85"/><stop offset="1" stop-color="#fff3cf" stop-opacity="0"/></radialGradient></defs>
<rect width="1280" height="380" fill="url(#sky)"/><path d="M0 330l120 -40l170 26l190 -52l230 44l210 -30l180 34l180 -26v110h-1280z" fill="#515a52"/><rect y="372" width="1280" height="348" fill="url(#ground)"/>
${lines(
  series(64, (i) => `M${i * 20} 232V384`),
  '#32383c',
  3,
)}${lines('M0 246H1280M0 366H1280', '#32383c', 6)}${polygon('380,384 900,384 1180,720 100,720', '#585855')}${lines('M640 400V440M640 470V530M640 570V720', '#d2cfae', 7)}
<rect x="70" y="196" width="210" height="236" fill="#8e928b"/><rect x="56" y="178" width="238" height="24" fill="#5c605c"/><rect x="98" y="240" width="150" height="86" fill="#263846"/><path d="M98 240l70 0l-70 70z" fill="#fff" opacity=".13"/>
<rect x="318" y="330" width="30" height="122" fill="#d2a52c"/>${series(9, (i) => `<rect x="${348 + i * 66}" y="356" width="66" height="16" fill="${i % 2 ? '#e9e6e0' : '#b3372f'}"/>`)}
<rect x="${lamp}" y="90" width="10" height="320" fill="#3a3f42"/><rect x="${lamp - 46}" y="84" width="60" height="12" fill="#3a3f42"/><circle cx="${lamp - 30}" cy="100" r="150" fill="url(#glow)"/>`;
  return {
    svg,
    near: (where) => ({ x: where.between(400, 900), y: where.between(630, 690), scale: where.between(2, 2.4) }),
    far: (where) => ({ x: where.between(420, 860), y: where.between(440, 470), scale: where.between(0.9, 1.05) }),
  };
}

function yard(chance: Chance): Stage {
  const container = (x: number, y: number, width: number, height: number, colour: string) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}" stroke="#22262a" stroke-width="4"/>${lines(
      series(Math.floor(width / 16), (i) => `M${x + 10 + i * 16} ${y + 6}v${height - 12}`),
      '#00000055',
      5,
    )}`;
  const colours = ['#7d3f37', '#3d5a72', '#5c6b48', '#8a6b35'] as const;
  const svg = `<defs>${gradient('night', '#222a35', '#565f68')}${gradient('slab', '#6b6c69', '#3f403f')}</defs><rect width="1280" height="340" fill="url(#night)"/><rect y="330" width="1280" height="390" fill="url(#slab)"/>
<rect x="820" y="110" width="460" height="250" fill="#6d7274"/>${series(4, (i) => `<rect x="${850 + i * 106}" y="176" width="84" height="184" fill="#4c5255" stroke="#33383b" stroke-width="4"/>`)}${lines('M820 132H1280', '#4a4f52', 8)}
${container(-40, 196, 380, 190, chance.pick(colours))}${container(20, 40, 330, 156, chance.pick(colours))}${container(372, 232, 300, 140, chance.pick(colours))}
${lines('M200 720L560 372M1120 720L760 372', '#c9b33a', 6)}${lines('M0 520H1280', '#8c8a80', 3)}<path d="M640 0L180 720H1100z" fill="#fdf6dc" opacity=".09"/><ellipse cx="640" cy="590" rx="440" ry="130" fill="#fff8e0" opacity=".12"/>
<path d="M980 430l26 -58l26 58z" fill="#d8662a"/><path d="M992 404h28" stroke="#eee" stroke-width="7"/>`;
  return {
    svg,
    near: (where) => ({ x: where.between(400, 880), y: where.between(620, 690), scale: where.between(1.9, 2.5) }),
    far: (where) => ({ x: where.between(560, 900), y: where.between(420, 460), scale: where.between(0.9, 1.1) }),
  };
}

const stages: Record<Place, (chance: Chance) => Stage> = { corridor, gate, yard };

export function setStage(place: Place, chance: Chance): Stage {
  return stages[place](chance);
}
