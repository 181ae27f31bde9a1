import styles from './Spinner.module.css'

interface SpinnerProps {
  /** What is awaited, in words: shown beside the ring and announced. Without it the ring is only an ornament. */
  label?: string
}

/** A turning ring; it stands still where the person prefers less motion, and the words remain. */
export function Spinner({ label }: SpinnerProps) {
  const ring = <span className={styles['ring']} aria-hidden="true" />
  if (label === undefined) return ring
  return (
    <output className={styles['labelled']}>
      {ring}
      {label}
    </output>
  )
}
