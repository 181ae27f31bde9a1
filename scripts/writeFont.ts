// `npm run font`: writes the display face that pages preload, which is committed, from the whole one.
import { writeFile } from 'node:fs/promises'
import { displayFace, displayFaceFile } from './displayFace.ts'

await writeFile(displayFaceFile, await displayFace())
