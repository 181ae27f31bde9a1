import { Plural } from '@lingui/react/macro'
import type { Ref } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Registration.module.css'

/** What is wrong with a field, as a person reads it. */
export interface ShownFault {
  /** The id of the field's control. */
  id: string
  message: string
}

/** Everything that is wrong with the form, with links to the fields. It takes the focus when the person tries to go on. */
export function ErrorSummary({ faults, ref }: { faults: readonly ShownFault[]; ref: Ref<HTMLElement> }) {
  if (faults.length === 0) return null
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby="error-summary" className={styles['summary']}>
      <h2 id="error-summary" className={styles['summaryTitle']}>
        <Icon name="alert" />
        <Plural value={faults.length} one="Please check # field" other="Please check # fields" />
      </h2>
      <ul className={styles['summaryList']}>
        {faults.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(id)?.focus()
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
