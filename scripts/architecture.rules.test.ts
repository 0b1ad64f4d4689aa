import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Import, importsOf, type Place, sourceFiles } from './repository/source-files.ts';

// Enforces ARCHITECTURE.md: the allowed imports between folders.

const files = sourceFiles();
const imports = files.flatMap(importsOf);

/** The foundations: every slice may import them, and they may import no slice. */
const foundations: Record<string, readonly string[]> = {
  server: ['db', 'disk', 'http', 'live', 'writer', 'frames'],
  web: ['ui', 'api', 'live'],
};
/** The slices of the guard's screen that depend on each other: their allowed imports, and the files that others may import. */
const screenSlices: Record<string, { uses: readonly string[]; entries?: readonly string[] }> = {
  detections: { uses: [] },
  answering: { uses: ['detections', 'drills'], entries: ['use-team.ts', 'clear-request-strip.tsx'] },
  escalation: { uses: ['alerting'] },
  frames: { uses: ['detections'], entries: ['frame-panel.tsx', 'frame-thumbnail.tsx'] },
  'view-parts': { uses: ['detections', 'answering'] },
  modals: {
    uses: ['detections', 'answering', 'view-parts', 'frames'],
    entries: ['modals.tsx', 'modals-context.ts', 'modal-address.ts', 'detection-order.ts', 'latest-metrics.tsx'],
  },
  threats: {
    uses: ['detections', 'answering', 'view-parts', 'frames', 'modals'],
    entries: ['threats-view.tsx', 'group-switch.tsx'],
  },
  recent: { uses: ['detections', 'answering', 'view-parts', 'frames', 'modals'], entries: ['recent-view.tsx'] },
  history: { uses: ['detections', 'answering', 'view-parts', 'frames', 'modals'], entries: ['history-view.tsx'] },
  incidents: { uses: ['detections', 'answering', 'view-parts', 'frames', 'modals'], entries: ['incident-page.tsx'] },
  handover: { uses: ['detections'], entries: ['handover-page.tsx'] },
  people: { uses: ['accounts'], entries: ['people-page.tsx'] },
  drills: { uses: ['detections'], entries: ['device-drills.tsx', 'last-proven.tsx', 'missed-drills.tsx'] },
  statistics: { uses: ['detections', 'view-parts'], entries: ['statistics-view.tsx'] },
  wall: { uses: ['detections', 'answering', 'view-parts', 'frames'], entries: ['wall-view.tsx'] },
  dashboard: {
    uses: ['detections', 'answering', 'view-parts', 'modals', 'threats', 'recent', 'history', 'statistics', 'wall'],
    entries: ['dashboard-page.tsx', 'threat-strip.tsx', 'threat-announcer.tsx', 'use-title-prefix.ts'],
  },
};
/** The subfolders of the server's detections, frames and writer, and their files that other folders of the server may import. */
const serverRooms: Record<string, readonly string[]> = {
  'server/src/detections/comments': ['comments.routes.ts', 'comments.store.ts', 'comments.ts'],
  'server/src/detections/history': ['history.routes.ts', 'history.store.ts', 'history.ts'],
  'server/src/detections/drills': ['drill-runner.ts', 'drills.routes.ts', 'drills.store.ts'],
  'server/src/detections/handover': ['handover.routes.ts', 'handover.store.ts'],
  'server/src/detections/incidents': [
    ...['answers.actions.ts', 'incidents.errors.ts', 'incidents.present.ts', 'incidents.routes.ts'],
    'incidents.store.ts',
  ],
  'server/src/detections/statistics': ['breakdown.routes.ts', 'statistics.ts', 'timeline.routes.ts'],
  'server/src/frames/segments': ['lost-rows.ts', 'segment-check.ts', 'segment-copy.ts', 'segment-reader.ts'],
  'server/src/frames/database': ['database-check.ts'],
  'server/src/frames/objects': ['object-check.ts', 'object-store.ts'],
  'server/src/writer/escalation': ['change-escalation.ts'],
  'server/src/writer/thread': ['add-comment.ts', 'append-event.ts', 'removal.ts', 'server-slot.ts', 'store-drill.ts'],
};
/** Files and folders that compose the app; other files directly in `src` (config, log) are foundations. */
const composers =
  /^(server\/src\/((main|open-server|app|dependencies)\.ts|parts\/.*)|(server|web)\/test\/.*|web\/src\/(app\/.*|main\.tsx))$/;

const workspaceImports: Record<string, readonly string[]> = {
  contract: [],
  server: ['contract'],
  web: ['contract'],
  demo: ['contract', 'scripts'],
  agent: ['contract'],
  bench: ['contract', 'server', 'demo', 'agent', 'scripts'],
  e2e: ['contract', 'server', 'web', 'demo', 'scripts'],
  docs: ['contract', 'scripts'],
  scripts: [],
};
/** Additional imports of its tests: separate servers that they may break, the steps of image recipes. */
const testImports: Record<string, readonly string[]> = { server: ['scripts'], agent: ['scripts'] };

describe('imports go one way', () => {
  it('between workspaces', () => {
    expect(broken(({ from, to }) => from.workspace === to.workspace || mayUse(from, to.workspace))).toEqual([]);
  });

  it('from slices to foundations, and from the app to both', () => {
    expect(broken(({ from, to }) => from.workspace !== to.workspace || !isUpwards(from, to))).toEqual([]);
  });

  it("between the slices of the guard's screen as listed, and between all others only in web/src/app", () => {
    const separate = ({ from, to }: Import) =>
      from.workspace !== 'web' ||
      to.workspace !== 'web' ||
      role(from) !== 'slice' ||
      role(to) !== 'slice' ||
      from.slice === to.slice ||
      screenSlices[from.slice]?.uses.includes(to.slice) === true;
    expect(broken(separate)).toEqual([]);
  });

  it("into a slice of the guard's screen by its entries", () => {
    const byEntry = ({ from, to }: Import) => {
      const entries = to.workspace === 'web' && from.workspace === 'web' ? screenSlices[to.slice]?.entries : undefined;
      return !entries || from.slice === to.slice || isTest(from) || entries.includes(path.basename(to.file));
    };
    expect(broken(byEntry)).toEqual([]);
  });

  it("into the subfolders of the server's detections, frames and writer by their entries", () => {
    const byEntry = ({ from, to }: Import) => {
      const entries = serverRooms[path.dirname(to.file)];
      const isInside = from.workspace === 'server' && from.slice === to.slice;
      return (
        !entries || isInside || isTest(from) || from.workspace !== 'server' || entries.includes(path.basename(to.file))
      );
    };
    expect(broken(byEntry)).toEqual([]);
  });

  it("but not into another slice's store", () => {
    const ownStore = ({ from, to, typeOnly }: Import) =>
      !to.file.endsWith('.store.ts') || from.slice === to.slice || role(from) === 'app' || typeOnly;
    expect(broken(ownStore)).toEqual([]);
  });

  it('and are all found by these tests', () => {
    expect(imports.length).toBeGreaterThan(files.length);
    expect(imports.some(({ typeOnly }) => typeOnly)).toBe(true);
  });
});

describe('files and folders', () => {
  it('have names that say what is in them', () => {
    const vague = /(^|\/)(utils?|helpers?|commons?|shared|libs?|types|misc|index)(\.[a-z]+)?(\/|$)/;
    const allowed = /^web\/(src\/)?index\.(css|html)$/;
    expect(files.map(({ file }) => file).filter((file) => vague.test(file) && !allowed.test(file))).toEqual([]);
  });

  it('are written in kebab-case', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
    expect(files.map(({ file }) => file).filter((file) => !kebab.test(path.basename(file)))).toEqual([]);
  });

  it('have at most 300 lines, and nine in ten at most 150', () => {
    expect(files.filter(({ lines }) => lines > 300).map(({ file, lines }) => `${file}: ${lines}`)).toEqual([]);
    const long = files.filter(({ lines }) => lines > 150);
    const names = long.map(({ file, lines }) => `${file}: ${lines}`).join('\n');
    expect(long.length, names).toBeLessThanOrEqual(files.length / 10);
  });

  it('read the environment in one place of the server', () => {
    const readers = files.filter(({ file, text }) => file.startsWith('server/src/') && text.includes('process.env'));
    const inProduct = readers.map(({ file }) => file).filter((file) => !file.endsWith('.test.ts'));
    expect(inProduct.filter((file) => file !== 'server/src/config.ts')).toEqual([]);
  });
});

function broken(holds: (it: Import) => boolean) {
  return imports.filter((it) => !holds(it)).map(({ from, to }) => `${from.file} imports ${to.file}`);
}

function mayUse({ workspace, file }: Place, to: string) {
  const ofTests = /\.test\.tsx?$|^server\/test\//.test(file) ? (testImports[workspace] ?? []) : [];
  return [...(workspaceImports[workspace] ?? [to]), ...ofTests].includes(to);
}

function role({ file, workspace, slice }: Place): 'foundation' | 'slice' | 'app' {
  if (composers.test(file)) return 'app';
  return slice === '' || foundations[workspace]?.includes(slice) ? 'foundation' : 'slice';
}

function isTest({ file }: Place) {
  return /\.test\.tsx?$/.test(file);
}

/** A test may import everything, because it builds the whole app. */
function isUpwards(from: Place, to: Import['to']) {
  if (!(from.workspace in foundations) || isTest(from)) return false;
  const height = { foundation: 0, slice: 1, app: 2 };
  return height[role(to)] > height[role(from)];
}
