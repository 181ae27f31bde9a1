import {
  isHeic,
  maxStudentCardBytes,
  signatureBytes,
  type StudentCardType,
  studentCardType,
} from '#contract/registration/studentCard.ts'

/** A student card as it is sent. Held in memory only, so that nobody else finds it on this device. */
export interface CardFile {
  name: string
  type: StudentCardType
  content: Blob
}

/**
 * Why a file is no student card.
 *
 * - empty: it has no bytes
 * - too_large: more bytes than are sent, or opened
 * - unsupported: neither a PDF nor a picture that this browser can open
 * - heic: a phone's photo in a format that this browser cannot open
 * - locked: a PDF that opens only with a password, which nobody who looks at the card has
 * - broken: a damaged picture, or a file that was removed since it was chosen
 * - unavailable: what draws pictures could not be loaded
 */
export type CardProblem = 'empty' | 'too_large' | 'unsupported' | 'heic' | 'locked' | 'broken' | 'unavailable'

export type CardReading = { kind: 'read'; card: CardFile } | { kind: CardProblem }

/** The largest picture that is opened, in bytes: what is sent of it is much smaller. */
export const maxPictureBytes = 40 * 1024 * 1024
/** Reads a file that a person has chosen. Its content decides what it is, whatever it is called. Never throws. */
export async function readCardFile(file: File): Promise<CardReading> {
  if (file.size === 0) return { kind: 'empty' }
  if (file.size > maxPictureBytes) return { kind: 'too_large' }
  try {
    const beginning = new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer())
    const type = studentCardType(beginning)
    if (type === 'application/pdf') return await readPdf(file)
    // HEIC and others, which some browsers can open, become JPEG as well.
    return await readPicture(file, type !== null ? 'broken' : isHeic(beginning) ? 'heic' : 'unsupported')
  } catch {
    return { kind: 'broken' }
  }
}

async function readPdf(file: File): Promise<CardReading> {
  if (file.size > maxStudentCardBytes) return { kind: 'too_large' }
  const type = 'application/pdf'
  // A copy: the file itself may be gone when the form is sent.
  const content = new Blob([await file.arrayBuffer()], { type })
  return (await isLocked(content)) ? { kind: 'locked' } : { kind: 'read', card: { name: file.name, type, content } }
}

/** What reads PDFs is large, and loads only for one that is encrypted. Where it does not load, the card is taken. */
async function isLocked(pdf: Blob): Promise<boolean> {
  if (!(await pdf.text()).includes('/Encrypt')) return false
  try {
    return await (await import('#src/platform/pdf.ts')).isLockedPdf(pdf)
  } catch {
    return false
  }
}

async function readPicture(file: File, problem: CardProblem): Promise<CardReading> {
  let module: typeof import('./drawPicture.ts')
  try {
    module = await import('./drawPicture.ts')
  } catch {
    return { kind: 'unavailable' }
  }
  const content = await module.drawPicture(file)
  if (content === null) return { kind: problem }
  return { kind: 'read', card: { name: file.name, type: 'image/jpeg', content } }
}

/** A number of bytes for people: `340 kB`, `1.2 MB`. */
export function fileSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** What tells cards apart: the SHA-256 of the content, in hexadecimal. */
export async function cardDigest({ content }: CardFile): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
