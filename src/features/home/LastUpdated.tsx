import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatAgo } from '#src/i18n/ago.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Home.module.css'

/** How often the words are looked over, in milliseconds. */
const interval = 30_000

/** Says from when the points are, while the club cannot be asked. */
export function LastUpdated({ heardAt }: { heardAt: number | null }) {
  const lang = useLanguage()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval)
    return () => clearInterval(timer)
  }, [])
  const ago = heardAt === null ? null : formatAgo(heardAt, now, lang)
  return (
    <p className={styles['updated']}>
      <Icon name="offline" />
      {ago === null ? <Trans>As last known on this phone</Trans> : <Trans>Updated {ago}</Trans>}
    </p>
  )
}
