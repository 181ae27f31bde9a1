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
  /** Shows what is wrong with a field that the person has left, unless it is only empty. */
  leave: (name: ValueName) => void
  show: (faults: readonly FieldFault[]) => void
}

/** The faults of one step. */
export function faultsOfStep(form: Form, step: Step, tier: Tier, values: FormValues): FieldFault[] {
  return checkStep(form, step, tier, profileUpdateOf(values, fieldsOf(form, step)))
}

/** Fields that are checked together. */
const pair: readonly FieldName[] = ['country_code', 'mobile']

/**
 * Holds a form's values, and checks them with the schemas of the contract: a field when it is left, and one with a fault with each change, so
 * that the fault disappears once it is corrected.
 */
export function useFormState(initial: FormValues, check: (values: FormValues) => readonly FieldFault[]): FormState {
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<readonly FieldFault[]>([])

  /** Checks a field of which a fault is shown again; with `isLeft`, also one that has none so far. */
  const recheck = (name: ValueName, given: FormValues, isLeft: boolean) => {
    const around = pair.includes(name) ? pair : [name]
    const wasShown = (field: FieldName) => faults.some((fault) => fault.field === field)
    const found = check(given).filter(
      ({ field, kind }) => around.includes(field) && (wasShown(field) || (isLeft && kind === 'invalid')),
    )
    setFaults([...faults.filter(({ field }) => !around.includes(field)), ...found])
  }
  return {
    values,
    faults,
    change: (name, value) => {
      const next = { ...values, [name]: value }
      setValues(next)
      recheck(name, next, false)
    },
    leave: (name) => recheck(name, values, true),
    show: setFaults,
  }
}
