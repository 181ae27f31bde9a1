import { useState } from 'react'
import type { Form } from '#contract/registration/formTypes.ts'
import type { FieldName } from '#contract/registration/profileTable.ts'
import type { Tier } from '#contract/member/tiers.ts'
import { type FormValues, profileUpdateOf } from '#contract/registration/profileMapper.ts'
import { checkStep, type FieldFault, fieldsOf, type Step } from '#contract/registration/registration.ts'
import type { CardFile } from './studentCard/cardFile.ts'

/** The name of a value that a form holds; files are held apart. */
export type ValueName = keyof FormValues

/** What is given in a form: its values, and the student card that goes with them. */
export interface Given {
  values: FormValues
  card: CardFile | null
}

/** What a form holds in a field; undefined for a file. */
export function valueIn({ values }: Given, field: FieldName): FormValues[ValueName] | undefined {
  return field === '_student_card_base64' ? undefined : values[field]
}

/** What the fields of a form show, and tell. */
export interface FormState extends Given {
  /** The faults that are shown. */
  faults: readonly FieldFault[]
  change: <Name extends ValueName>(name: Name, value: FormValues[Name]) => void
  attach: (card: CardFile | null) => void
  show: (faults: readonly FieldFault[]) => void
}

/** The faults of one step. */
export function faultsOfStep(form: Form, step: Step, tier: Tier, { values, card }: Given): FieldFault[] {
  // A card was checked when it was chosen; what counts here is that there is one.
  const given = { ...profileUpdateOf(values, fieldsOf(form, step)), _student_card_base64: card === null ? '' : 'card' }
  return checkStep(form, step, tier, given)
}

/** Fields that are checked together. */
const pair: readonly FieldName[] = ['country_code', 'mobile']

/**
 * Holds a form's values. A fault that is shown is checked again with each change, and disappears once it is corrected.
 */
export function useFormState(initial: FormValues, check: (given: Given) => readonly FieldFault[]): FormState {
  const [values, setValues] = useState(initial)
  const [card, setCard] = useState<CardFile | null>(null)
  const [faults, setFaults] = useState<readonly FieldFault[]>([])
  const checkAgain = (changed: readonly FieldName[], given: Given) => {
    const found = check(given)
    // Nothing new is shown while the person types, or presses a button that would move away. Others may be corrected
    // while a card is read.
    setFaults((latest) =>
      latest.flatMap((shown) =>
        changed.includes(shown.field) ? found.filter(({ field }) => field === shown.field) : [shown],
      ),
    )
  }
  return {
    values,
    card,
    faults,
    change: (name, value) => {
      const next = { ...values, [name]: value }
      setValues(next)
      checkAgain(pair.includes(name) ? pair : [name], { values: next, card })
    },
    attach: (next) => {
      setCard(next)
      checkAgain(['_student_card_base64'], { values, card: next })
    },
    show: setFaults,
  }
}
