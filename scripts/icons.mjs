import './setup/node-version.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { inRepository } from './repository/repository.mjs';
import { chromiumFlags, findChromium } from './setup/chromium.mjs';
import { installPackages } from './setup/install.mjs';

// npm run icons: creates every size of the icon, and the preview picture of shared links, from web/public/icon.svg.
await installPackages({ withDevelopment: true });
const { chromium } = await import('playwright');

const icon = readFileSync(inRepository('web/public/icon.svg'), 'utf8');
const font = readFileSync(
  inRepository('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
).toString('base64');

const executablePath = findChromium();
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
const page = await browser.newPage();

keep('icon-192.png', await drawn(iconPage(1), { size: 192 }));
keep('icon-512.png', await drawn(iconPage(1), { size: 512 }));
// Systems crop these icons to a shape, so the background fills the square and the symbol has a margin.
keep('icon-maskable-512.png', await drawn(iconPage(0.72, '#1a48cc'), { size: 512 }));
keep('apple-touch-icon.png', await drawn(iconPage(0.86, '#1a48cc'), { size: 180 }));
keep('favicon.ico', asIco(await drawn(iconPage(1), { size: 32 })));
keep('share.png', await drawn(sharePage(), { size: 1200, height: 630 }));
await browser.close();

/**
 * @param {string} html
 * @param {{ size: number, height?: number }} measures  in pixels; a square unless there is a height
 */
async function drawn(html, { size, height = size }) {
  await page.setViewportSize({ width: size, height });
  await page.setContent(`<style>html,body{margin:0;height:100%}</style>${html}`);
  await page.evaluate('document.fonts.ready');
  return await page.screenshot({ omitBackground: true });
}

/**
 * @param {number} part  how much of the square the sign takes
 * @param {string} background
 */
function iconPage(part, background = 'transparent') {
  const svg = icon.replace('<svg ', `<svg style="width:${part * 100}vw" `);
  return `<div style="display:grid;place-content:center;height:100vh;background:${background}">${svg}</div>`;
}

function sharePage() {
  return `<style>
    @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
    body { background: #070c17; color: #e9eff9; font-family: Inter }
    main { position: relative; box-sizing: border-box; width: 1200px; height: 630px; padding: 76px 80px; overflow: hidden }
    header { display: flex; align-items: center; gap: 18px; font-size: 34px; font-weight: 600 }
    header svg { width: 56px; height: 56px }
    h1 { margin: 106px 0 0; font-size: 78px; line-height: 1.08; font-weight: 620; letter-spacing: -0.03em }
    p { margin: 34px 0 0; font-size: 29px; color: #9aa8c1 }
    .view { position: absolute; inset: 0 }
  </style>
  <main>
    <svg class="view" viewBox="0 0 1200 630">
      <defs><radialGradient id="g" gradientUnits="userSpaceOnUse" cx="1060" cy="630" r="640">
        <stop offset="0" stop-color="#5b8bff" stop-opacity=".6"/><stop offset="1" stop-color="#5b8bff" stop-opacity="0"/>
      </radialGradient></defs>
      <g fill="none" stroke="url(#g)" stroke-width="2">
        ${[110, 220, 330, 440, 550].map((radius) => `<circle cx="1060" cy="630" r="${radius}"/>`).join('')}
        <path d="M1060 630 460 500M1060 630 560 260M1060 630 760 40M1060 630V0M1060 630 1300 100"/>
      </g>
      <g transform="translate(122 8)"><rect x="900" y="300" width="128" height="196" rx="4" fill="none" stroke="#ff6a3d" stroke-width="4"/>
      <path d="M900 270h150v30H900z" fill="#ff6a3d"/>
      <text x="911" y="291" font-family="monospace" font-weight="700" font-size="18" fill="#1c0a02">Pistol 0.94</text>
      <g fill="#c3cfe4"><circle cx="966" cy="344" r="18"/><path d="M938 372q28-15 56 0l5 66-9 3-6-38-2 46 4 42h-16l-6-34-6 34h-16l4-42-2-50z"/></g></g>
    </svg>
    <header>${icon} Vedette</header>
    <h1>A camera sees a weapon.<br>The guard sees it too.</h1>
    <p>AI weapon detection for the people on watch</p>
  </main>`;
}

/**
 * Wraps a PNG in the ICO format, which browsers request by default.
 * @param {Buffer} png  32 by 32
 */
function asIco(png) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.byteLength, 14);
  head.writeUInt32LE(head.byteLength, 18);
  return Buffer.concat([head, png]);
}

/**
 * @param {string} name
 * @param {Buffer} bytes
 */
function keep(name, bytes) {
  writeFileSync(inRepository('web/public', name), bytes);
  console.log(`web/public/${name}`);
}
