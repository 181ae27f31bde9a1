import { useLingui } from '@lingui/react'
import { useEffect, useRef, useState } from 'react'
import {
  controlIdOf,
  type ConversionFault,
  type ConversionField,
  type ConversionLimits,
  faultMessage,
  faultsOf,
} from './conversionFaults.ts'
import type { Conversion } from './useConversion.ts'

/** The controls of the form: what they hold, and what is wrong with them since the person last tried to convert. */
export function useConversionForm({ texts, change }: Conversion, limits: ConversionLimits) {
  const { i18n } = useLingui()
  const [faults, setFaults] = useState<readonly ConversionFault[]>([])

  const messageOf = (fault: ConversionFault) => faultMessage(i18n, fault, limits)
  const forget = (field: ConversionField) => {
    if (faults.some((fault) => fault.field === field)) setFaults(faults.filter((fault) => fault.field !== field))
  }
  const shared = (field: ConversionField) => {
    const fault = faults.find((one) => one.field === field)
    return { id: controlIdOf(field), error: fault && messageOf(fault), required: true }
  }
  return {
    /** For the summary, which takes the focus each time that `check` has found something. */
    errors: faults.map((fault) => ({ controlId: controlIdOf(fault.field), message: messageOf(fault) })),
    summary: useFocusAfter(faults),
    /** Shows what is wrong. Returns whether nothing is. */
    check: () => {
      const found = faultsOf(texts, limits)
      setFaults(found)
      return found.length === 0
    },
    points: {
      value: texts.points,
      error: shared('points').error,
      onChange: (digits: string) => {
        forget('points')
        change('points', digits)
      },
    },
    text: (field: 'firstName' | 'lastName' | 'membershipNumber') => ({
      ...shared(field),
      value: texts[field],
      onChange: ({ target }: { target: { value: string } }) => {
        forget(field)
        change(field, target.value)
      },
    }),
  }
}

export type ConversionControls = ReturnType<typeof useConversionForm>

/** Gives the focus to the summary after a refusal, and not when less is wrong after a correction. */
function useFocusAfter(faults: readonly ConversionFault[]) {
  const summary = useRef<HTMLElement>(null)
  const last = useRef(faults)
  useEffect(() => {
    const isRefusal = faults.some((fault) => !last.current.includes(fault))
    last.current = faults
    if (isRefusal) summary.current?.focus()
  }, [faults])
  return summary
}
