import styles from './Registrations.module.css'

/** What a member quotes of a registration, in letters that cannot be mistaken for one another. */
export function Reference({ refNo }: { refNo: string }) {
  return (
    <span className={styles['reference']} translate="no">
      {refNo}
    </span>
  )
}
