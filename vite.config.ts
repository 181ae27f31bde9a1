import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig, type InlineConfig, type Plugin } from 'vite'
import { integrityOf } from './server/render/integrity.ts'
import { prerenderPages } from './server/render/prerender.ts'

/**
 * Every page needs three chunks rather than dozens: React, the other packages, and the product's own base. React is apart because to
 * compile and evaluate it together with the others would be one long task. The base's style sheet declares the order of the layers
 * (src/styles/index.css), so it must precede those of the features. `$initial` is what the entry imports statically: what is loaded later
 * stays out of all three.
 */
const groups = [
  { name: 'react', tags: ['$initial' as const], test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  { name: 'packages', tags: ['$initial' as const], test: /[\\/]node_modules[\\/]/ },
  { name: 'club', tags: ['$initial' as const], test: /[\\/](?:contract|src)[\\/]/ },
  // Small parts of nearly every page: as chunks of their own they compress worse, and each is a request.
  { name: 'club', test: /[\\/]src[\\/]ui[\\/]\w+[\\/](?:Band|Hall|Loading|Skeleton)\./ },
  // Without what few pages need, and without `Icon`, which pages have that need nothing else of it.
  {
    name: 'ui',
    test: /[\\/]src[\\/](?:ui[\\/](?!codes)\w+[\\/](?!Checkbox|Dialog|ErrorSummary|Menu|PasswordField|Popover|RadioCards|Slider|Table|Tabs|TextArea|TextField|Toast|TooMany|Tooltip|Icon\.|useIsShown|tableRoles|useSlides|useAutoplay|sanitise|Gauge)|i18n[\\/](?!dates|locales))/,
  },
  // What pages have that are more than read: those that are need neither its code nor its style.
  { name: 'forms', test: /[\\/]src[\\/]ui[\\/](?:forms|overlays[\\/]Dialog|layout[\\/][Tt]able)/ },
  // What several pages share: the base first, because a group takes along what its modules import, then a chunk for each kind of pages. What a
  // single page needs is in its own.
  {
    name: 'base',
    test: /[\\/]src[\\/](?:api|i18n[\\/](?!locales)|outbox|platform|query|serviceWorker|session|storage|sync)[\\/]/,
    minShareCount: 2,
  },
  // The endpoints that are kept offline: every page loads them once it is shown, and none of the others.
  { name: 'offline', test: /[\\/]contract[\\/]offline\./ },
  { name: 'contract', test: /[\\/]contract[\\/]/, minShareCount: 2 },
  { name: 'pages', test: /[\\/]src[\\/]features[\\/]club[\\/]/, minShareCount: 2 },
  {
    name: 'offers',
    test: /[\\/]src[\\/]features[\\/]offers[\\/](?!attempt|own|redeeming|registering)/,
    minShareCount: 2,
  },
  // Its sheet is in the card's page, which has to be there at once.
  {
    name: 'card',
    test: /[\\/]src[\\/](?:features[\\/](?:card|signIn[\\/]LoginPrompt)|ui[\\/]codes[\\/](?!drawCodes))/,
    minShareCount: 2,
  },
  {
    name: 'membership',
    test: /[\\/]src[\\/]features[\\/](?:account|member|miles|offers[\\/](?:attempt|own|redeeming|registering)|signIn)/,
    minShareCount: 2,
  },
  { name: 'scanning', test: /[\\/]src[\\/]features[\\/]scan[\\/]/, minShareCount: 2 },
  { name: 'joining', test: /[\\/]src[\\/]features[\\/]registration[\\/]/, minShareCount: 2 },
  // Their pages are a line or two each.
  {
    name: 'joining',
    test: /[\\/]src[\\/]routes[\\/]\$lang[\\/](?:-(?:Joining|Offer)Form|registration(?!-success|-event)|asia-pay)/,
  },
]

/** The classes of each style sheet, in their order, by the beginning of their names in the build. */
const scopedClasses = new Map<string, { file: string; names: string[] }>()

/**
 * The name of a style sheet's class in the build: 24 bits of a hash of the file, and the number of the class in it. It stands in pages, sheets and
 * chunks, so it is short, and alike within a file, so that it compresses.
 *
 * @throws if another file's names have the same beginning
 */
function scopedClassName(name: string, path: string): string {
  const file = relative(import.meta.dirname, path)
  const beginning = `c${createHash('sha256').update(file).digest('base64url').slice(0, 4)}`
  const classes = scopedClasses.get(beginning) ?? { file, names: [] }
  if (classes.file !== file) throw new Error(`The classes of ${file} and ${classes.file} have the same names`)
  scopedClasses.set(beginning, classes)
  if (!classes.names.includes(name)) classes.names.push(name)
  return beginning + classes.names.indexOf(name).toString(36)
}

/** The project and the build. */
let folders = { root: '', outDir: '' }

/** Prerenders the public pages after the app is built, before the worker's precache manifest is written. */
function prerendered(): Plugin {
  let isWritten = false
  return {
    name: 'club-bravo:prerendered',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved: ({ root, build }) => {
      folders = { root, outDir: resolve(root, build.outDir) }
    },
    writeBundle: () => {
      isWritten = true
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      // Also called after a failed build, whose own error must be the one that is printed.
      handler: () => (isWritten ? prerenderPages(folders.root, folders.outDir) : undefined),
    },
  }
}

/**
 * Adds the hash of each precached file. A portal of a public network, or a gateway, answers any address with a page of its own and status 200,
 * which the worker would otherwise keep as the app, for good.
 */
async function withIntegrity<Entry extends { url: string }>(entries: Entry[]) {
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
  css: { modules: { generateScopedName: scopedClassName } },
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    // Every browser of the target supports module preloading.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
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
        globIgnores: ['og.png', 'icon-monochrome-512.png', 'shortcuts/*', 'startup/*'],
        globPatterns: ['**/*.{js,mjs,css,html,wasm,svg,png,woff2,webmanifest}'],
        maximumFileSizeToCacheInBytes: 6 * 1024 * 1024,
        manifestTransforms: [withIntegrity],
      },
    }),
  ],
})
