import { useState } from 'react'
import { imageUrl, type LocalizedImage } from '#contract/schemas/image.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import defaultCard from './defaultCard.svg'
import styles from './MembershipCardPopup.module.css'

/**
 * A tier's card, or the bundled default if there is none or it cannot be loaded. Its text is rendered beside it.
 */
export function CardPicture({ image }: { image: LocalizedImage | null }) {
  const lang = useLanguage()
  const [broken, setBroken] = useState(false)
  const own = image === null ? null : (image[lang] ?? image.en)
  if (own === null || broken) {
    return <img className={styles['picture']} src={defaultCard} width={1280} height={807} alt="" />
  }
  return (
    <img
      className={styles['picture']}
      src={imageUrl(own, own.widths.at(-1) ?? own.width, 'jpg')}
      srcSet={own.widths.map((width) => `${imageUrl(own, width, 'webp')} ${width}w`).join(', ')}
      sizes="min(30rem, 92vw)"
      width={own.width}
      height={own.height}
      alt=""
      onError={() => setBroken(true)}
    />
  )
}
