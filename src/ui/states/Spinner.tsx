import styles from './Spinner.module.css'

interface SpinnerProps {
  /** What is loading: shown beside the ring and announced. Without a label the ring is decorative. */
  label?: string
}

/** A spinning ring, which does not move if the person prefers less motion. */
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
