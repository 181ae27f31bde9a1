import { useLingui } from '@lingui/react/macro'
import type { Step } from '#contract/registration/registration.ts'
import styles from './Registration.module.css'
import { stepPages } from './stepPages.ts'

interface StepProgressProps {
  steps: readonly Step[]
  current: Step
  /** Goes back to an earlier step. */
  onBack: (step: Step) => void
}

/** Where in the form the person is. Earlier steps can be opened. */
export function StepProgress({ steps, current, onBack }: StepProgressProps) {
  const { t, i18n } = useLingui()
  const at = steps.indexOf(current)
  return (
    <nav aria-label={t`Steps`}>
      <ol className={styles['progress']}>
        {steps.map((step, index) => {
          const title = i18n._(stepPages[step].title)
          const number = index + 1
          return (
            <li
              key={step}
              className={index <= at ? styles['reached'] : undefined}
              aria-current={index === at ? 'step' : undefined}
            >
              {index < at ? (
                <button type="button" onClick={() => onBack(step)}>
                  {number}. {title}
                </button>
              ) : (
                <span>
                  {number}. {title}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
