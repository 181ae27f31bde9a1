import { Trans } from '@lingui/react/macro'
import { referenceOf } from '#contract/endpoint.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { hasServerTrouble, isAwaited, type ScanEntry } from '#src/outbox/entry.ts'
import styles from './ScanList.module.css'

/** What to quote to the club about a scan that its server cannot process; nothing for other scans. */
export function ServerTrouble({ entry }: { entry: Pick<ScanEntry, 'id' | 'state' | 'reason' | 'serverErrors'> }) {
  const lang = useLanguage()
  const reference = referenceOf(entry.id)
  if (entry.state === 'stuck' && !isAwaited(entry)) {
    return (
      <p className={styles['small']}>
        <Trans>
          If it keeps happening,{' '}
          <TextLink to="/$lang/contact-us" params={{ lang }}>
            contact us
          </TextLink>{' '}
          and quote {reference}.
        </Trans>
      </p>
    )
  }
  if (!hasServerTrouble(entry)) return null
  return (
    <p className={styles['small']}>
      <Trans>
        Something went wrong on our side with this scan. We’ll keep trying. If it keeps happening,{' '}
        <TextLink to="/$lang/contact-us" params={{ lang }}>
          contact us
        </TextLink>{' '}
        and quote {reference}.
      </Trans>
    </p>
  )
}
