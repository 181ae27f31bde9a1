import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { MemberProfile } from '#contract/member/member.ts'
import { formValuesOf } from '#contract/registration/profileMapper.ts'
import { completingFields } from '#contract/registration/registration.ts'
import { fieldControls } from './fields/fieldControls.ts'
import { fieldId } from './fields/fieldId.ts'
import styles from './WelcomeTask.module.css'
import { useWelcomeBonus } from './welcomeBonus.ts'

/** The task that earns the welcome points: how far the saved profile is, and the fields that are still missing. */
export function WelcomeTask({ profile }: { profile: MemberProfile }) {
  const { i18n, t } = useLingui()
  const { points, miles } = useWelcomeBonus()
  const values = formValuesOf(profile)
  const missing = completingFields.filter((name) => values[name].length === 0)
  const toGo = missing.length
  return (
    <section className={styles['task']} aria-labelledby="welcome-task">
      <h2 id="welcome-task" className={styles['title']}>
        <Trans>
          <span className={styles['figure']}>{points} points</span> for a complete profile
        </Trans>
      </h2>
      <p className={styles['progress']}>
        <progress value={completingFields.length - toGo} max={completingFields.length} aria-label={t`Your profile`} />
        <Plural value={toGo} one="# detail to add" other="# details to add" />
      </p>
      <ul className={styles['missing']}>
        {missing.map((name) => (
          <li key={name}>
            <a
              href={`#${fieldId(name)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId(name))?.focus()
              }}
            >
              {i18n._(fieldControls[name].label)}
            </a>
          </li>
        ))}
      </ul>
      <p className={styles['worth']}>
        <Trans>They’re worth {miles} miles. Save whenever you like, and come back for the rest.</Trans>
      </p>
    </section>
  )
}
