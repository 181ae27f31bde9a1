import { useLingui } from '@lingui/react/macro'
import styles from './CodeBox.module.css'

/**
 * The text of a QR code, which may be untrusted: shown verbatim. A text field, so that it can be scrolled and selected
 * by keyboard.
 */
export function CodeBox({ code }: { code: string }) {
  const { t } = useLingui()
  return <textarea className={styles['code']} aria-label={t`Contents of the QR code`} readOnly value={code} />
}
