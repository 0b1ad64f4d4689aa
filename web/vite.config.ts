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
    // Inlined assets are data URIs, which the CSP source 'self' does not allow.
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
 * Bundles shared modules into two files. The default is one file for each set of pages that share modules: the dashboard
 * would load twenty files, and as browsers load six at a time, each further six cost a round trip on a slow network.
 */
function sharedFiles(): Rolldown.CodeSplittingGroup[] {
  return [
    // Excluded: dialogs, tabs and form fields, which few pages need at first, and what only some pages of a team or the
    // history's filters need.
    {
      name: 'pieces',
      // Before the group below, which also takes what its modules import.
      priority: 1,
      test: /node_modules\/(react|@tabler)\/(?!.*Icon(Copy|ArrowLeft|Fingerprint))|contract\/src\/(?!escalation|span|delivery|handover|drill|roles)|web\/src\/(ui\/(?!.*(dialog|tabs|date-time|field|copy|page-load))|api\/(?!query)|answering\/use-team|live\/back-off)/,
      minShareCount: 2,
    },
    {
      name: 'watch',
      // The dashboard is complete without the frame viewer and the metrics, which modals and the page of an incident share.
      test: /@tanstack\/(?!.*(infinite|queries|mutationObserver|useMutation))|web\/src\/(api|live|alerting|detections|view-parts|frames\/(frame-(thumbnail|source|calls))|modals\/(?!metrics|labelled|model-name|one-detection)|threats|recent|dashboard)/i,
      minShareCount: 2,
    },
  ];
}

/** Preloads the font and the home page's code, because the first paint waits for them. */
function preloadFirst(): Plugin {
  return {
    name: 'preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files = Object.keys(bundle ?? {});
        const font = files.find((file) => file.endsWith('.woff2'));
        // The home page is small, and the entry page of most visitors; the code of other pages is loaded after routing.
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

/** Makes a document for the dashboard that preloads its code, because chained imports are slow on a slow network. */
function dashboardDocument(): Plugin {
  return {
    name: 'dashboard-document',
    apply: 'build',
    // The plugin runs after the one that creates the document, and before the compression.
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
  // The loop also visits the files that are added to the set while it runs.
  for (const file of files) {
    const found = bundle[file];
    for (const imported of found?.type === 'chunk' ? found.imports : []) files.add(imported);
  }
  return [...files];
}

function preload({ file, ...attrs }: { rel: string; file: string; as?: string; type?: string }) {
  return { tag: 'link', injectTo: 'head' as const, attrs: { ...attrs, href: `/${file}`, crossorigin: '' } };
}
