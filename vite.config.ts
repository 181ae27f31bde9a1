import { resolve } from 'node:path'
import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig, type InlineConfig, type Plugin } from 'vite'
import { prerenderPages } from './server/render/prerender.ts'

/**
 * What every page needs comes in two files, not in dozens: the packages, and the product's own ground floor. The
 * latter's style sheet holds the order of the layers (src/styles/index.css), so it has to come before those of the
 * features. `$initial` is what the entry imports statically: a part that is loaded later stays out of both.
 */
const groups = [
  { name: 'packages', tags: ['$initial' as const], test: /[\\/]node_modules[\\/]/ },
  { name: 'club', tags: ['$initial' as const], test: /[\\/](?:contract|src)[\\/]/ },
]

/** Makes the first paint of the public pages once the app is built, before the worker's list of files is written. */
function prerendered(): Plugin {
  let folders = { root: '', outDir: '' }
  return {
    name: 'club-bravo:prerendered',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved: ({ root, build }) => {
      folders = { root, outDir: resolve(root, build.outDir) }
    },
    closeBundle: { order: 'pre', sequential: true, handler: () => prerenderPages(folders.root, folders.outDir) },
  }
}

/** The plugin builds the worker apart, where it tells at length that all goes well, and names an option by its old name. */
function buildQuietly(worker: InlineConfig): void {
  worker.logLevel = 'error'
  const output = worker.build?.rollupOptions?.output
  if (!output || Array.isArray(output)) return
  delete output.inlineDynamicImports
  output.codeSplitting = false
}

export default defineConfig({
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    // Every browser that the target names preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  worker: { format: 'es' },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, generatedRouteTree: './src/routeTree.gen.ts' }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui(),
    prerendered(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      integration: { configureCustomSWViteBuild: buildQuietly },
      manifest: {
        id: '/',
        name: 'Club Bravo',
        short_name: 'Club Bravo',
        description: 'The rewards club of the orchestra',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#faf7f2',
        theme_color: '#7a1f2b',
        icons: [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      injectManifest: {
        // For search engines and previews alone.
        globIgnores: ['og.png'],
        globPatterns: ['**/*.{js,mjs,css,html,wasm,svg,png,woff2,webmanifest}'],
        maximumFileSizeToCacheInBytes: 6 * 1024 * 1024,
      },
    }),
  ],
})
