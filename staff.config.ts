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
    // One script and one style sheet: the order of the layers (src/styles/index.css) is declared before any of them.
    rolldownOptions: { input: 'staff.html', output: { codeSplitting: false } },
  },
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
  ],
})
