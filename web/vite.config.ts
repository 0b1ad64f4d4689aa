import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { compression } from 'vite-plugin-compression2';

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadFirst(),
    dashboardDocument(),
    compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 1_024, logLevel: 'silent' }),
  ],
  build: {
    target: 'es2022',
    // Data URIs would need wider CSP sources than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/entry-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: { groups: sharedFiles() },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: 'http://127.0.0.1:8080', changeOrigin: false } },
  },
});

/**
 * What several pages share, in two files. By itself it becomes one for each set of pages that share something: twenty
 * before the dashboard is whole, where a browser asks for six at a time, and on a slow line each six are a wait more.
 */
function sharedFiles(): Rolldown.CodeSplittingGroup[] {
  return [
    // Not the dialogs and tabs: they bring a library along that few pages need at first.
    {
      name: 'pieces',
      test: /node_modules\/(react|@tabler)\/|contract\/src\/|web\/src\/(ui\/(?!.*(dialog|tabs))|api\/(?!query)|live\/back-off)/,
      minShareCount: 2,
    },
    {
      name: 'watch',
      test: /@tanstack\/|web\/src\/(api|live|alerting|detections|view-parts|frames|modals|threats|recent|dashboard)\//,
      minShareCount: 2,
    },
  ];
}

/** What the first paint waits for is asked for with the page itself: the font, the home page's code. */
function preloadFirst(): Plugin {
  return {
    name: 'preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files = Object.keys(bundle ?? {});
        const font = files.find((file) => file.endsWith('.woff2'));
        // Small, and most visitors come in by it; other pages fetch theirs when they know that it is theirs.
        const home = files.find((file) => /\/home-page-[^/]*\.js$/.test(file)) ?? '';
        const chunk = bundle?.[home];
        const scripts = chunk?.type === 'chunk' ? [home, ...chunk.imports] : [];
        return [
          ...(font ? [preload({ rel: 'preload', as: 'font', type: 'font/woff2', file: font })] : []),
          ...scripts.filter((file) => !html.includes(file)).map((file) => preload({ rel: 'modulepreload', file })),
        ];
      },
    },
  };
}

/** The dashboard's own document names its code, too: on a slow line every file that names the next one is a wait more. */
function dashboardDocument(): Plugin {
  return {
    name: 'dashboard-document',
    apply: 'build',
    // Behind the plugin that makes the document, before the one that compresses.
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('There is no document to begin with');
      const home = new Set(withImports(bundle, 'home-page'));
      const html = String(page.source).replace(
        / *<link rel="modulepreload" href="\/([^"]*)" crossorigin="">\n/g,
        (link, file) => (home.has(file) ? '' : link),
      );
      const links = dashboardParts
        .flatMap((part) => withImports(bundle, part))
        .filter((file, place, all) => all.indexOf(file) === place && !html.includes(file))
        .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
      const source = html.replace('</head>', `${links.join('')}</head>`);
      this.emitFile({ type: 'asset', fileName: 'dashboard.html', source });
    },
  };
}

const dashboardParts = ['watch-layout', 'dashboard-page', 'watched-alert-controls'];

function withImports(bundle: Rolldown.OutputBundle, part: string): string[] {
  const chunk = Object.values(bundle).find((it) => it.type === 'chunk' && it.name === part);
  if (chunk?.type !== 'chunk') throw new Error(`No file of the web app is ${part}`);
  const files = new Set([chunk.fileName]);
  // A set hands out what is added to it on the way.
  for (const file of files) {
    const found = bundle[file];
    for (const imported of found?.type === 'chunk' ? found.imports : []) files.add(imported);
  }
  return [...files];
}

function preload({ file, ...attrs }: { rel: string; file: string; as?: string; type?: string }) {
  return { tag: 'link', injectTo: 'head' as const, attrs: { ...attrs, href: `/${file}`, crossorigin: '' } };
}
