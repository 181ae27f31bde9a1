import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The page of staff, the frame in which they look at a stranger's PDF, and its script. */
export const staffPage = 'staff.html'
export const staffCardPage = 'staff-card.html'
export const staffCardScript = 'staff-card.js'

const cardDocument = `<!doctype html>
<meta charset="utf-8" />
<title>Student card</title>
<script src="/${staffCardScript}"></script>
`

/**
 * Builds the pages of staff into a folder, after the members' app. The frame's script is one classic file: a document
 * of an origin of its own may load no module.
 *
 * @param root the project
 */
export async function buildStaff(root: string, folder: string): Promise<void> {
  const { build } = await import('vite')
  const shared = { root, logLevel: 'error' } as const
  await build({ ...shared, configFile: join(root, 'staff.config.ts'), build: { outDir: folder } })
  await build({
    ...shared,
    configFile: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      modulePreload: false,
      // The frame can fetch nothing: what decodes pictures is in its script.
      assetsInlineLimit: Infinity,
      rolldownOptions: {
        input: join(root, 'src/features/staff/applications/cardFrame.ts'),
        output: { format: 'iife', codeSplitting: false, entryFileNames: staffCardScript },
      },
    },
  })
  await writeFile(join(folder, staffCardPage), cardDocument)
}
