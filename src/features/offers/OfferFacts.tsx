import styles from './OfferFacts.module.css'

/** What a member quotes of a redemption or a registration, in letters that cannot be mistaken for one another. */
export function Reference({ refNo }: { refNo: string }) {
  return (
    <span className={styles['reference']} translate="no">
      {refNo}
    </span>
  )
}

/** Where a reward is sent, line by line. */
export function Address({ lines }: { lines: readonly string[] }) {
  return <address className={styles['address']}>{lines.join('\n')}</address>
}
