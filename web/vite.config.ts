import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadFirst(),
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
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: 'http://127.0.0.1:8080', changeOrigin: false } },
  },
});

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

function preload({ file, ...attrs }: { rel: string; file: string; as?: string; type?: string }) {
  return { tag: 'link', injectTo: 'head' as const, attrs: { ...attrs, href: `/${file}`, crossorigin: '' } };
}
