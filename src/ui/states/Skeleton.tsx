import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** The shape of the loading element, for the size of the skeleton. */
  shape: 'text' | 'heading' | 'picture' | 'card' | 'row' | 'field' | 'button'
  /** For text, rows of a list and fields of a form: how many. */
  lines?: number
  className?: string | undefined
}

/**
 * A placeholder for something that is loading, of the same size. Screen readers skip it: `Loading` announces it in
 * words.
 */
export function Skeleton({ shape, lines = 3, className }: SkeletonProps) {
  const count = shape === 'text' || shape === 'row' || shape === 'field' ? lines : 1
  return (
    <span aria-hidden="true" className={[styles['skeleton'], className].filter(Boolean).join(' ')}>
      {Array.from({ length: count }, (_, line) => (
        <span key={line} className={`${styles['bone']} ${styles[shape]}`} />
      ))}
    </span>
  )
}
