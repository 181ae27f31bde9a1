import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatAgo } from '#src/i18n/ago.ts'
import { Icon } from '#src/ui/content/Icon.tsx'
import styles from './DataAge.module.css'

/** Clocks that were never set begin in 1970: no time of then is one. */
const earliest = Date.UTC(2000, 0, 1)

/** How often the text is updated, in milliseconds. */
const interval = 30_000

interface DataAgeProps {
  /** When the data was fetched, in milliseconds since 1970; null if that is unknown. */
  fetchedAt: number | null
}

/** Says how old the data of a page is, if it cannot be refreshed now. */
export function DataAge({ fetchedAt }: DataAgeProps) {
  const lang = useLanguage()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval)
    return () => clearInterval(timer)
  }, [])
  const ago = fetchedAt === null || fetchedAt < earliest ? null : formatAgo(fetchedAt, now, lang)
  return (
    <p className={styles['age']}>
      <Icon name="offline" />
      {ago === null ? (
        <Trans>Couldn’t refresh. This is what was last saved on this device.</Trans>
      ) : (
        <Trans>Couldn’t refresh. Last updated {ago}.</Trans>
      )}
    </p>
  )
}
