import { useState } from 'react'
import type { Tier } from '#contract/member.ts'
import type { FieldName } from '#contract/profileFields.ts'
import { type FormValues, profileUpdateOf } from '#contract/profileMapper.ts'
import { checkStep, type FieldFault, fieldsOf, type Form, type Step } from '#contract/registration.ts'

/** The name of a value that a form holds; files are held apart. */
export type ValueName = keyof FormValues

/** What the fields of a form show, and tell. */
export interface FormState {
  values: FormValues
  /** The faults that are shown. */
  faults: readonly FieldFault[]
  change: <Name extends ValueName>(name: Name, value: FormValues[Name]) => void
  show: (faults: readonly FieldFault[]) => void
}

/** The faults of one step. */
export function faultsOfStep(form: Form, step: Step, tier: Tier, values: FormValues): FieldFault[] {
  return checkStep(form, step, tier, profileUpdateOf(values, fieldsOf(form, step)))
}

/** Fields that are checked together. */
const pair: readonly FieldName[] = ['country_code', 'mobile']

/** Holds a form's values. A fault that is shown is checked again with each change, and disappears once it is corrected. */
export function useFormState(initial: FormValues, check: (values: FormValues) => readonly FieldFault[]): FormState {
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<readonly FieldFault[]>([])
  return {
    values,
    faults,
    change: (name, value) => {
      const next = { ...values, [name]: value }
      setValues(next)
      const changed: readonly FieldName[] = pair.includes(name) ? pair : [name]
      const found = check(next)
      // Nothing new is shown while the person types, or presses a button that would move away.
      setFaults(
        faults.flatMap((shown) =>
          changed.includes(shown.field) ? found.filter(({ field }) => field === shown.field) : [shown],
        ),
      )
    },
    show: setFaults,
  }
}
