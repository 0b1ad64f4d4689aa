import { mkdirSync } from 'node:fs';
import { renderToFile } from '@react-pdf/renderer';
import { inRepository } from '../../../scripts/repository/repository.mjs';
import { DurableReports } from '../durable-reports.tsx';
import { ReportToScreen } from '../report-to-screen.tsx';
import { ThreatLevel } from '../threat-level.tsx';
import { fingerprint } from './sources.ts';

const folder = inRepository('web/public/notes');
mkdirSync(folder, { recursive: true });
const sources = fingerprint();
await renderToFile(<ThreatLevel fingerprint={sources} />, `${folder}/threat-level.pdf`);
await renderToFile(<DurableReports fingerprint={sources} />, `${folder}/durable-reports.pdf`);
await renderToFile(<ReportToScreen fingerprint={sources} />, `${folder}/report-to-screen.pdf`);
console.log('web/public/notes: threat-level.pdf, durable-reports.pdf, report-to-screen.pdf');
