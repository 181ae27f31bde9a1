import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig, type InlineConfig, type Plugin } from 'vite'
import { type BuildManifest, manifestOf } from './server/render/buildManifest.ts'
import { chunkGroups } from './server/render/chunks.ts'
import { isInstalled } from './contract/pages.ts'
import { integrityOf } from './server/render/integrity.ts'
import { writePages } from './server/render/writePages.ts'

/** The project and the build. */
let folders = { root: '', outDir: '' }

/** Renders the public pages after the app is built, before the worker's precache manifest is written. */
function prerendered(): Plugin {
  let manifest: BuildManifest | undefined
  return {
    name: 'club-bravo:prerendered',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved: ({ root, build }) => {
      folders = { root, outDir: resolve(root, build.outDir) }
    },
    writeBundle(_options, bundle) {
      manifest = manifestOf(bundle, folders.root, (id) => this.getModuleInfo(id))
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      // Also called after a failed build, whose own error must be the one that is printed.
      handler: () => manifest && writePages(folders.root, folders.outDir, manifest),
    },
  }
}

/** How many files a phone fetches before the app works offline: each costs it more than its bytes do. */
const maxInstalledFiles = 110

/**
 * Adds the hash of each precached file. A portal of a public network, or a gateway, answers any address with a page of
 * its own and status 200, which the worker would otherwise keep as the app, for good.
 */
async function withIntegrity<Entry extends { url: string }>(entries: Entry[]) {
  const installed = entries.filter(({ url }) => isInstalled(`/${url}`)).length
  if (installed > maxInstalledFiles)
    throw new Error(
      `The worker would install ${installed} files, more than ${maxInstalledFiles} (server/render/chunks.ts)`,
    )
  const manifest = await Promise.all(
    entries.map(async (entry) => ({
      ...entry,
      integrity: integrityOf(await readFile(resolve(folders.outDir, entry.url))),
    })),
  )
  return { manifest }
}

/** The plugin builds the worker separately, with verbose logging and a renamed option. */
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
    assetsInlineLimit: 0,
    // Every browser of the target supports module preloading.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { club: 'src/start/main.tsx' },
      output: {
        codeSplitting: { groups: chunkGroups },
        // Home's script names most of the files, and hashes cannot be compressed: 42 bits are enough.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  worker: { format: 'es' },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, generatedRouteTree: './src/routeTree.gen.ts' }),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    prerendered(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      integration: { configureCustomSWViteBuild: buildQuietly },
      // The manifests are in public/, one for each language.
      manifest: false,
      injectManifest: {
        // Only for search engines, link previews and systems that install the app.
        globIgnores: ['og.png', 'apple-touch-icon.png', 'icon-*512.png', 'screenshots/*', 'shortcuts/*', 'startup/*'],
        globPatterns: ['**/*.{js,mjs,css,html,wasm,svg,png,woff2,webmanifest}'],
        maximumFileSizeToCacheInBytes: 6 * 1024 * 1024,
        manifestTransforms: [withIntegrity],
      },
    }),
  ],
})
