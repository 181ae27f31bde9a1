import { useLingui } from '@lingui/react/macro'
import styles from './CodeBox.module.css'

/** What a QR code says: a stranger's text, shown as it is. A field, so that a keyboard can scroll it and select it whole. */
export function CodeBox({ code }: { code: string }) {
  const { t } = useLingui()
  return <textarea className={styles['code']} aria-label={t`Contents of the QR code`} readOnly value={code} />
}
