import type { UnusableReason } from '#src/features/scan/capture/decoder/code.ts'
import {
  DecodeFault,
  type CodeDetector,
  type DecodeCause,
  type DetectedCode,
} from '#src/features/scan/capture/decoder/decoder.ts'
import { maxFileBytes } from '#src/outbox/receivedFiles.ts'
import { maxHeaderBytes, mimeTypes, readHeader, type FileHeader, type PictureKind } from './fileHeader.ts'

/** The largest picture that is opened, in pixels: decoding takes four bytes for each. */
const pixelLimit = 120_000_000
/** Larger pictures are shrunk to this while they are decoded, in pixels: 16 megapixels take 64 MB. */
const openedPixelLimit = 16_000_000

/**
 * The result of reading a file.
 * - codes: texts that can be submitted, each once; `unusable` lists why other codes cannot be.
 * - unusable: only codes that cannot be submitted, and why.
 * - none: no readable code.
 * - unsupported: not a supported kind of file; `heif` if only this browser cannot open it.
 * - too_large: more bytes or pixels than a phone can open.
 * - broken: damaged, empty, or not of its declared type.
 * - locked: a PDF that needs a password.
 * - failed: the decoder failed; the file is not at fault.
 */
export type FileReading =
  | { kind: 'codes'; codes: string[]; unusable: UnusableReason[] }
  | { kind: 'unusable'; unusable: UnusableReason[] }
  | { kind: 'none' }
  | { kind: 'unsupported'; heif: boolean }
  | { kind: 'too_large' }
  | { kind: 'broken' }
  | { kind: 'locked' }
  | { kind: 'failed'; cause: DecodeCause }

/**
 * Reads every code in a picture (JPEG, PNG, WebP, and HEIC where the browser can) or on a PDF's first pages. The file's
 * bytes decide what it is, not its name. Never throws.
 */
export async function readFile(file: Blob, detector: CodeDetector): Promise<FileReading> {
  if (file.size === 0) return { kind: 'broken' }
  if (file.size > maxFileBytes) return { kind: 'too_large' }
  try {
    const header = readHeader(new Uint8Array(await file.slice(0, maxHeaderBytes).arrayBuffer()))
    if (header.kind === 'other')
      return claimsSupportedType(file) ? { kind: 'broken' } : { kind: 'unsupported', heif: false }
    if (header.kind === 'pdf') return await readDocument(file, detector)
    return await readPhotograph(file, header.kind, header.size, detector)
  } catch (error) {
    // Else the file was removed or changed after it was chosen.
    return error instanceof DecodeFault ? { kind: 'failed', cause: error.cause } : { kind: 'broken' }
  }
}

/** A file typed as a picture or a PDF whose bytes are neither is damaged or incomplete. */
function claimsSupportedType({ type }: Blob): boolean {
  return type === 'application/pdf' || Object.values<string>(mimeTypes).includes(type)
}

async function readPhotograph(
  file: Blob,
  kind: PictureKind,
  size: FileHeader['size'],
  detector: CodeDetector,
): Promise<FileReading> {
  if (size && size.width * size.height > pixelLimit) return { kind: 'too_large' }
  const bitmap = await openPicture(file, kind, size)
  if (!bitmap) return kind === 'heif' ? { kind: 'unsupported', heif: true } : { kind: 'broken' }
  return readingOf(await detector.detect(bitmap))
}

async function readDocument(file: Blob, detector: CodeDetector): Promise<FileReading> {
  let pdf: typeof import('#src/platform/pdf.ts')
  try {
    pdf = await import('#src/platform/pdf.ts')
  } catch {
    return { kind: 'failed', cause: 'unavailable' }
  }
  const found: DetectedCode[] = []
  const outcome = await pdf.readPdf(file, async (page) => {
    const codes = await detector.detect(page)
    found.push(...codes)
    return codes.length > 0
  })
  if (outcome === 'read') return readingOf(found)
  if (outcome === 'locked' || outcome === 'broken') return { kind: outcome }
  return { kind: 'failed', cause: outcome }
}

function readingOf(found: readonly DetectedCode[]): FileReading {
  const codes = new Set<string>()
  const unusable = new Set<UnusableReason>()
  for (const { code } of found) {
    if (code.kind === 'text') codes.add(code.text)
    else unusable.add(code.kind)
  }
  if (codes.size > 0) return { kind: 'codes', codes: [...codes], unusable: [...unusable] }
  return unusable.size > 0 ? { kind: 'unusable', unusable: [...unusable] } : { kind: 'none' }
}

/** Decodes a picture; null if the browser cannot. */
async function openPicture(file: Blob, kind: PictureKind, size: FileHeader['size']): Promise<ImageBitmap | null> {
  const typed = file.slice(0, file.size, mimeTypes[kind])
  const options: ImageBitmapOptions = { imageOrientation: 'none', ...openedSize(size) }
  try {
    return await createImageBitmap(typed, options)
  } catch {
    return await openAsImage(typed, options)
  }
}

/**
 * Shrinks a picture while it is decoded, unless it is below `openedPixelLimit`. Only the width is set, which preserves
 * the proportions.
 */
function openedSize(size: FileHeader['size']): ImageBitmapOptions {
  const factor = size ? Math.sqrt(openedPixelLimit / (size.width * size.height)) : 1
  return size && factor < 1 ? { resizeWidth: Math.round(size.width * factor), resizeQuality: 'medium' } : {}
}

/** Some browsers display formats (HEIC) in image elements that `createImageBitmap` does not accept as files. */
async function openAsImage(file: Blob, options: ImageBitmapOptions): Promise<ImageBitmap | null> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return await createImageBitmap(image, options)
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(url)
  }
}
