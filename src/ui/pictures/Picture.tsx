import { useState } from 'react'
import { defaultLanguage } from '#contract/language.ts'
import { imageUrl, type Image, type ImageFormat, type LocalizedImage } from '#contract/schemas/image.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Icon } from '#src/ui/content/Icon.tsx'
import styles from './Picture.module.css'

type AnyImage = Image | LocalizedImage | null

interface PictureProps {
  image: AnyImage
  /** The alternative text; empty if the text beside it already says the same. */
  alt: string
  /** The `sizes` attribute: without it phones would fetch what a desktop needs. */
  sizes: string
  /** Another picture for narrow screens. */
  phone?: AnyImage
  /** For pictures in the first view: fetched at once, with high priority. */
  eager?: boolean
  /** Crops it to an aspect ratio; by default it keeps its own. */
  ratio?: 'card' | 'wide' | 'square' | 'banner'
  className?: string | undefined
}

/** Below this width the `phone` picture is shown, as in the style sheet. */
const narrow = '(width < 48rem)'

const mimeTypes: Record<ImageFormat, string> = { webp: 'image/webp', jpg: 'image/jpeg' }

/**
 * A picture of the contents, in the size and format that suit the screen. Its space is reserved while it loads, and
 * stays a plain surface if it cannot be loaded.
 */
export function Picture({ image, alt, sizes, phone = null, eager = false, ratio, className }: PictureProps) {
  const wide = useLocalImage(image)
  const slim = useLocalImage(phone)
  const [broken, setBroken] = useState<string | null>(null)
  const frame = [styles['frame'], ratio !== undefined && styles[ratio], className].filter(Boolean).join(' ')
  if (wide === null || broken === wide.path) return <Placeholder image={wide} className={frame} alt={alt} />
  return (
    <picture className={frame}>
      {slim !== null && <Source image={slim} format="webp" sizes={sizes} media={narrow} />}
      {slim !== null && <Source image={slim} format="jpg" sizes={sizes} media={narrow} />}
      <Source image={wide} format="webp" sizes={sizes} />
      <img
        ref={(img) => {
          // It may have failed before the app was mounted.
          if (img !== null && img.complete && img.currentSrc !== '' && img.naturalWidth === 0) setBroken(wide.path)
        }}
        className={styles['image']}
        src={imageUrl(wide, middleWidth(wide), 'jpg')}
        srcSet={srcSetOf(wide, 'jpg')}
        sizes={sizes}
        width={wide.width}
        height={wide.height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        decoding={eager ? 'auto' : 'async'}
        fetchPriority={eager ? 'high' : 'auto'}
        onError={() => setBroken(wide.path)}
      />
    </picture>
  )
}

function Source({ image, format, ...rest }: { image: Image; format: ImageFormat; sizes: string; media?: string }) {
  return (
    <source
      type={mimeTypes[format]}
      srcSet={srcSetOf(image, format)}
      width={image.width}
      height={image.height}
      {...rest}
    />
  )
}

/** A surface of the same size as the picture. */
function Placeholder({ image, className, alt }: { image: Image | null; className: string; alt: string }) {
  const spoken = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt }
  return (
    <span className={`${className} ${styles['absent']}`} {...spoken}>
      {image !== null && <svg className={styles['image']} viewBox={`0 0 ${image.width} ${image.height}`} />}
      <Icon name="image" />
    </span>
  )
}

/** The picture in the reader's language, or the English one. */
function useLocalImage(image: AnyImage): Image | null {
  const lang = useLanguage()
  if (image === null) return null
  return 'path' in image ? image : (image[lang] ?? image[defaultLanguage])
}

function srcSetOf(image: Image, format: ImageFormat): string {
  return image.widths.map((width) => `${imageUrl(image, width, format)} ${width}w`).join(', ')
}

/** For browsers without srcset. */
function middleWidth({ widths, width }: Image): number {
  return widths[Math.floor(widths.length / 2)] ?? width
}
