import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** What is to come here, so that the place that is kept is the right one. */
  shape: 'text' | 'heading' | 'picture' | 'card' | 'button'
  /** For text: how many lines. */
  lines?: number
  className?: string | undefined
}

/** The place of something on its way, as large as what comes. Readers skip it: `Waiting` says in words that there is something. */
export function Skeleton({ shape, lines = 3, className }: SkeletonProps) {
  const count = shape === 'text' ? lines : 1
  return (
    <span aria-hidden="true" className={[styles['skeleton'], className].filter(Boolean).join(' ')}>
      {Array.from({ length: count }, (_, line) => (
        <span key={line} className={`${styles['bone']} ${styles[shape]}`} />
      ))}
    </span>
  )
}
