import { useLingui } from '@lingui/react'
import { useId, type ReactNode } from 'react'
import type { Form } from '#contract/registration/formTypes.ts'
import type { Tier } from '#contract/member/tiers.ts'
import { fieldsOf, requiredAt, type Step } from '#contract/registration/registration.ts'
import { fieldControls } from './fields/fieldControls.ts'
import { FieldInput } from './fields/FieldInput.tsx'
import type { FormLookups } from './fields/lookups.ts'
import styles from './Registration.module.css'
import { type FieldGroup, stepPages } from './stepPages.ts'
import type { FormState } from './useFormState.ts'

interface StepFieldsProps {
  form: Form
  step: Step
  tier: Tier
  state: FormState
  lookups: FormLookups
  /** Whether a student card was chosen in an earlier visit. */
  hadCard: boolean
  isBirthMonthKnown: boolean
  /** Whether the address is verified: then nobody is asked to confirm it. */
  isEmailVerified: boolean
}

/** The fields of a step, in the groups of its page. */
export function StepFields({ form, step, tier, isEmailVerified, ...field }: StepFieldsProps) {
  const asked = new Set(fieldsOf(form, step))
  if (isEmailVerified) asked.delete('confirm_email')
  const required = requiredAt(form, step, tier)
  return stepPages[step].groups.map((group) => {
    const fields = group.fields.filter((name) => asked.has(name))
    return (
      fields.length > 0 && (
        <Group key={group.fields[0]} group={group}>
          {fields.map((name) => (
            <div key={name} className={fieldControls[name].isHalf === true ? styles['half'] : styles['whole']}>
              <FieldInput {...field} name={name} isRequired={required.includes(name)} />
            </div>
          ))}
        </Group>
      )
    )
  })
}

function Group({ group: { legend, hint }, children }: { group: FieldGroup; children: ReactNode }) {
  const { i18n } = useLingui()
  const hintId = useId()
  const hintText = hint && (
    <p id={hintId} className={styles['hint']}>
      {i18n._(hint)}
    </p>
  )
  if (legend === undefined) {
    return (
      <div className={styles['group']}>
        {hintText}
        <div className={styles['fields']}>{children}</div>
      </div>
    )
  }
  return (
    <fieldset className={styles['group']} aria-describedby={hint && hintId}>
      <legend className={styles['groupTitle']}>{i18n._(legend)}</legend>
      {hintText}
      <div className={styles['fields']}>{children}</div>
    </fieldset>
  )
}
