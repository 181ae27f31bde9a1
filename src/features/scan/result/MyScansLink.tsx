import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import styles from './MyScansLink.module.css'

/** Links from a result to the list of all scans. */
export function MyScansLink() {
  const lang = useLanguage()
  return (
    <p className={styles['link']}>
      <TextLink to="/$lang/my-scans" params={{ lang }}>
        <Trans>See all my scans</Trans>
      </TextLink>
    </p>
  )
}
