import * as v from 'valibot'

/** A card's picture with its content, so that it is kept, shown and deleted with the card. */
export const CardPicture = v.object({
  /** Its address on this website. */
  path: v.string(),
  data: v.pipe(v.string(), v.regex(/^data:image\/(?:webp|jpeg|png|avif);base64,[\w+/=]+$/)),
})
export type CardPicture = v.InferOutput<typeof CardPicture>

/** Browsers store 5 MB for a website, and what is stored is read at each start. */
const maxBytes = 150_000

/** Fetches a card's picture; null if it can't be had, is too large, or is none. Never rejects. */
export async function fetchCardPicture(path: string): Promise<CardPicture | null> {
  try {
    const response = await fetch(path, { credentials: 'same-origin' })
    const content = await response.blob()
    if (!response.ok || content.size > maxBytes) return null
    const picture = v.safeParse(CardPicture, { path, data: await dataUrl(content) })
    return picture.success ? picture.output : null
  } catch {
    return null
  }
}

function dataUrl(content: Blob): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result))
    reader.addEventListener('error', () => reject(new Error('The picture could not be read.')))
    reader.readAsDataURL(content)
  })
}
