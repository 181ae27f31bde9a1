import type { ReactNode, Ref } from 'react'
import styles from './ErrorSummary.module.css'
import { Icon } from '#src/ui/content/Icon.tsx'

interface ErrorSummaryProps {
  /** How many fields there are to check, in words. */
  title: ReactNode
  /** `controlId`: where the error is to be corrected. */
  errors: readonly { controlId: string; message: string }[]
  /** For the focus, which it takes when the person tries to go on. */
  ref: Ref<HTMLElement>
}

/** What is wrong with a form, as links to the fields: the next in sight, the others for keyboard and voice. */
export function ErrorSummary({ title, errors, ref }: ErrorSummaryProps) {
  if (errors.length === 0) return null
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby="error-summary" className={styles['summary']}>
      <h2 id="error-summary" className={styles['title']}>
        <Icon name="alert" />
        {title}
      </h2>
      <ul className={styles['list']}>
        {errors.map(({ controlId, message }) => (
          <li key={controlId}>
            <a
              href={`#${controlId}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(controlId)?.focus()
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
