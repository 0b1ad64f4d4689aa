import { Readable } from 'node:stream';
import { DetectionParams } from '@vedette/contract/detection';
import { EvidenceKeyDocument } from '@vedette/contract/evidence-archive/key-document';
import { EVIDENCE_KEY_PATH, VERIFY_PAGE_PATH } from '@vedette/contract/evidence-archive/public-key';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { noDetection } from '../detections/detections.errors.ts';
import { noIncident } from '../detections/incidents/incidents.errors.ts';
import { actorOf } from '../http/actor.ts';
import type { Api } from '../http/api.ts';
import { signedInUser } from '../http/guards/closed-by-default.ts';
import { type ArchiveParts, openArchive } from './archive.ts';
import type { Subject } from './archive-contents.ts';
import { presentKey } from './evidence.present.ts';
import { readVerifyPage } from './verify-page.ts';

type Parts = ArchiveParts & { webDir: string; team: boolean };

const Zip = Type.String({ format: 'binary', description: 'a ZIP file: see its README.txt' });
const schema = { params: DetectionParams, response: { 200: { content: { 'application/zip': { schema: Zip } } } } };

export function evidenceRoutes(api: Api, { webDir, team, ...parts }: Parts): void {
  api.get(
    EVIDENCE_KEY_PATH,
    { config: { access: 'public' }, schema: { response: { 200: EvidenceKeyDocument } } },
    async (_, reply) => {
      reply.header('cache-control', 'no-cache');
      return presentKey(parts.key);
    },
  );

  api.get(VERIFY_PAGE_PATH, { config: { access: 'public' }, schema: { hide: true } }, async (_, reply) => {
    const { html, policy } = readVerifyPage(webDir);
    const headers = { 'content-security-policy': `${policy}; frame-ancestors 'none'`, 'cache-control': 'no-cache' };
    return reply.headers(headers).type('text/html; charset=utf-8').send(html);
  });

  api.get(
    '/api/detections/:id/evidence.zip',
    { config: { action: 'detections.export' }, schema, exposeHeadRoute: false },
    async (request, reply) => {
      const { id } = request.params;
      if ((await parts.detections.byId(id)) === null) throw noDetection(id);
      return send({ kind: 'detection', id }, request, reply as FastifyReply);
    },
  );

  if (team) {
    api.get(
      '/api/incidents/:id/evidence.zip',
      { config: { action: 'detections.export' }, schema, exposeHeadRoute: false },
      async (request, reply) => {
        const incident = await parts.incidents.byId(request.params.id);
        if (incident === null) throw noIncident(request.params.id);
        return send({ kind: 'incident', id: incident.id, incident }, request, reply as FastifyReply);
      },
    );
  }

  async function send(subject: Subject, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { shownName: name, email, role = null } = signedInUser(request);
    const { html: verifyPage } = readVerifyPage(webDir);
    const made = { subject, by: { name, email, role }, actor: actorOf(request), verifyPage };
    const archive = Readable.from(await openArchive(made, parts));
    // What has been sent by then is no archive: it ends without a manifest.
    archive.once('error', (error) => request.log.error({ err: error }, 'An evidence archive could not be completed'));
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="evidence-${subject.kind}-${subject.id}.zip"`,
        'cache-control': 'no-store',
      })
      .send(archive);
  }
}
