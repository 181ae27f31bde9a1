import { Plural } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import type { Ref } from 'react'
import type { FieldFault } from '#contract/registration.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { faultMessage } from './faultMessages.ts'
import { fieldId } from './fieldId.ts'
import styles from './Registration.module.css'

/** Everything that is wrong with the step, with links to the fields. It takes the focus when the person tries to go on. */
export function ErrorSummary({ faults, ref }: { faults: readonly FieldFault[]; ref: Ref<HTMLElement> }) {
  const { i18n } = useLingui()
  if (faults.length === 0) return null
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby="error-summary" className={styles['summary']}>
      <h2 id="error-summary" className={styles['summaryTitle']}>
        <Icon name="alert" />
        <Plural value={faults.length} one="Please check # field" other="Please check # fields" />
      </h2>
      <ul className={styles['summaryList']}>
        {faults.map((fault) => (
          <li key={fault.field}>
            <a
              href={`#${fieldId(fault.field)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId(fault.field))?.focus()
              }}
            >
              {faultMessage(i18n, fault)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
