// `npm run make -- WHAT`: writes a file that is committed from what it is made of.
import { writeFile } from 'node:fs/promises'
import { displayFace, displayFaces } from './displayFace.ts'
import { generatedDocs } from './generatedDocs.ts'

const makers: Record<string, () => Promise<unknown>> = {
  /** The pages that derive from the code's tables: settings, demo season, mails, who may import whom. */
  docs: async () => {
    for (const [path, text] of await generatedDocs()) await writeFile(path, text)
  },
  /** The files of the display face, from the whole one. */
  font: async () => {
    for (const face of Object.values(displayFaces)) await writeFile(face.file, await displayFace(face))
  },
  /** The platforms that npm leaves out of package-lock.json. */
  lock: () => import('./completeLock.ts'),
  /** The app's screenshots, icons and start pictures. */
  pictures: () => import('#tests/screens/appPictures.ts'),
}

const [what = ''] = process.argv.slice(2)
const make = makers[what]
if (make === undefined) {
  console.error(`Say what to make: npm run make -- ${Object.keys(makers).join(' | ')}`)
  process.exitCode = 2
} else await make()
