import babel from '@rolldown/plugin-babel'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * The pages of staff, a build of their own: nothing that they need changes a file of the members' app, and the worker
 * keeps none of them.
 */
export default defineConfig({
  build: {
    target: 'es2022',
    emptyOutDir: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'staff.html',
      // One script with all pages, which an open page can't lose without the network or to a new version, and one style
      // sheet; beside them the language.
      output: { codeSplitting: { groups: [{ name: 'staff', test: /(?<!\.po)$/ }] } },
    },
  },
  worker: { format: 'es' },
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
  ],
})
