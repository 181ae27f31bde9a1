import type { SentAnswerOf } from '#contract/endpoint.ts'
import type { addPicture, NamedPicture } from '#contract/staff/contents.ts'
import { nameFlawOf } from '#server/content/fields.ts'
import { mediaTypes, readSourceImage } from '#server/images/sourceImage.ts'
import { toImage } from '#server/images/variants.ts'
import { readContents, saveImages } from '#server/store/contents.ts'
import { takeLock } from '#server/store/locks.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordActs } from '../acts.ts'

/** Every picture of the contents, by its name. */
export async function readPictures(db: ConnectionPool): Promise<NamedPicture[]> {
  const { images } = await readContents(db)
  return images.map((stored) => ({ name: stored.name, image: toImage(stored) }))
}

type Added = SentAnswerOf<typeof addPicture>

/** Adds a picture, unless an import would refuse it, or another one has its name or address. */
export async function addPictureAsStaff(
  db: ActingPool,
  { name, ending, bytes }: { name: string; ending: string; bytes: Buffer },
): Promise<Added> {
  const mediaType = mediaTypes[ending]
  const flaw = nameFlawOf(name)
  if (flaw !== null) return { kind: 'refused', field: 'name', flaw }
  if (mediaType === undefined) return { kind: 'refused', field: 'file', flaw: 'is no picture' }
  const read = await readSourceImage(name, mediaType, bytes)
  if (read.kind === 'rejected') return { kind: 'refused', field: 'file', flaw: read.reason }
  const { image } = read
  return inTransaction(db, async (transaction): Promise<Added> => {
    await takeLock(transaction, 'contents')
    const { images } = await readContents(transaction)
    const picture = { name, image: toImage(image) }
    // It was sent before, and the answer was lost, or nothing uses it yet.
    if (images.some((one) => one.name === name && one.hash === image.hash)) return { kind: 'added', picture }
    // In addresses a slash becomes a hyphen, so two names could share one address.
    if (images.some((one) => one.name.replaceAll('/', '-') === name.replaceAll('/', '-'))) return { kind: 'taken' }
    await saveImages(transaction, [image])
    const subject = { kind: 'contents', id: `images/${name}` } as const
    await recordActs(transaction, [{ action: 'picture_add', subject, memberId: null }])
    return { kind: 'added', picture }
  })
}
