import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { Api } from './api.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/** Serves the built web app, compressed at build time. */
export async function serveSite(api: Api, webDir: string): Promise<void> {
  await api.register(fastifyStatic, {
    root: webDir,
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
    // `pageSender` reports a missing build.
    suppressWarning: true,
  });
  api.get('/*', { config: { access: 'public' }, schema: { hide: true } }, (request, reply) => {
    const path = decodeURIComponent(request.url.split('?', 1)[0] ?? '/');
    if (path.endsWith('/') || DOCUMENTS.has(path) || path.startsWith('/api/')) return reply.callNotFound();
    // Vite puts a hash of the content into these names.
    const forever = path.startsWith('/assets/');
    return reply.sendFile(path.slice(1), forever ? { immutable: true, maxAge: YEAR_MS } : { maxAge: 0 });
  });
}

const DOCUMENTS = new Set(['/index.html', '/dashboard.html']);
/** The document that preloads the dashboard's code. */
const DASHBOARD = /^\/dashboard\/?(\?|$)/;

type PageOptions = { webDir: string; publicUrl: string | undefined };

/** Sends the page of the web app. It is always revalidated, because it names the scripts of the newest build. */
export function pageSender({ webDir, publicUrl }: PageOptions): (reply: FastifyReply, status: 200 | 404) => void {
  return (reply, status) => {
    if (!existsSync(join(webDir, 'index.html'))) {
      reply.code(404).type('text/plain; charset=utf-8').send('The web app is not built yet: npm run build\n');
      return;
    }
    if (CALLS_LOCAL_SERVER.test(reply.request.url)) letCallLocalServer(reply);
    reply.code(status).header('cache-control', 'no-cache');
    const document = DASHBOARD.test(reply.request.url) ? 'dashboard.html' : 'index.html';
    if (publicUrl !== undefined) {
      // The document is small, and read each time because a build may replace it; it is neither compressed nor tagged.
      const html = readFileSync(join(webDir, document), 'utf8');
      reply.type('text/html; charset=utf-8').send(withPublicPicture(html, publicUrl));
      return;
    }
    // A 404 page has no tag, because a 304 to a request with a tag would have no page.
    const tagged = status === 200;
    reply.sendFile(document, { cacheControl: false, etag: tagged, lastModified: tagged });
  };
}

/** Makes the address of the preview picture absolute, which sites that show a link require. */
function withPublicPicture(html: string, publicUrl: string): string {
  return html.replace(/(<meta property="og:image" content=")(?=\/)/, `$1${publicUrl}`);
}

/** The developer page that calls a development server on the visitor's own machine. */
const CALLS_LOCAL_SERVER = /^\/simple-api-test\/?(\?|$)/;
const LOCAL_SERVER = 'http://localhost:5000';

function letCallLocalServer(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(/connect-src [^;]*/, `$& ${LOCAL_SERVER}`));
}
