import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { Icon } from '#src/ui/content/Icon.tsx'
import { type CardFile, fileSize } from './cardFile.ts'
import styles from './StudentCardField.module.css'

/** The card that will be sent: the picture itself, or the name of a PDF. */
export function CardPreview({ card: { name, type, content } }: { card: CardFile }) {
  const { t } = useLingui()
  const showPicture = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null) return undefined
      const address = URL.createObjectURL(content)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [content],
  )
  return (
    <div className={styles['preview']}>
      {type !== 'application/pdf' && <img ref={showPicture} className={styles['picture']} alt={t`Your student card`} />}
      <p className={styles['facts']}>
        <Icon name="check" />
        <span>{name === '' ? <Trans>Photo</Trans> : name}</span>
        <span className={styles['size']}>{fileSize(content.size)}</span>
      </p>
    </div>
  )
}
