import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootPageFile } from '#contract/pages.ts'

/** Bundles src/chooseLanguage.ts into a classic script. */
async function languageScript(root: string): Promise<string> {
  const { build } = await import('vite')
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: { input: join(root, 'src/chooseLanguage.ts'), output: { format: 'iife', codeSplitting: false } },
    },
  })
  const chunk = 'output' in built ? built.output.find(({ type }) => type === 'chunk') : undefined
  if (chunk?.type !== 'chunk' || chunk.code.includes('</')) throw new Error('src/chooseLanguage.ts is no inline script')
  return chunk.code.trim()
}

/**
 * Completes the page without a language, which also is the app's shell: its script leads from `/` to home in the
 * person's language. The Content-Security-Policy allows it by its hash.
 *
 * @param root the project
 * @param folder the build
 */
export async function completeRootPage(root: string, folder: string): Promise<void> {
  const path = join(folder, rootPageFile)
  const [page, script] = await Promise.all([readFile(path, 'utf8'), languageScript(root)])
  await writeFile(
    path,
    page.replace('</head>', () => `<script>${script}</script></head>`),
  )
}
