import { inOneLine } from '#contract/registration/postalAddress.ts'
import styles from './OfferFacts.module.css'

/** What a member quotes of a redemption or a registration, in letters that cannot be mistaken for one another. */
export function Reference({ refNo }: { refNo: string }) {
  return (
    <span className={styles['reference']} translate="no">
      {refNo}
    </span>
  )
}

/** Where a reward is sent, as one writes it in a sentence. */
export function Address({ lines }: { lines: readonly string[] }) {
  return <address className={styles['address']}>{inOneLine(lines)}</address>
}
