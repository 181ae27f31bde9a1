/** The longest side of a picture that is sent, in pixels: small print on a card stays readable. */
const longestSide = 2400
const jpegQuality = 0.85

interface Size {
  width: number
  height: number
}

/** The size at which a picture is drawn: its own, unless it is larger than needed. In pixels. */
export function fittedSize({ width, height }: Size): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Draws any picture that this browser can open as a JPEG of the size needed, the right way up: browsers turn it as its
 * EXIF data say. A new file holds nothing else of the old one, such as the place where it was taken.
 *
 * @returns null if the browser cannot open it
 */
export async function drawPicture(file: Blob): Promise<Blob | null> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const { naturalWidth, naturalHeight } = image
    if (naturalWidth === 0 || naturalHeight === 0) return null
    const { width, height } = fittedSize({ width: naturalWidth, height: naturalHeight })
    return await drawn(image, width, height)
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(address)
  }
}

function drawn(image: HTMLImageElement, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  // JPEG has no transparency: without paper it would be black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality))
}
