import { Plural } from '@lingui/react/macro'
import { useLingui } from '@lingui/react'
import type { Ref } from 'react'
import type { FieldFault } from '#contract/registration/registration.ts'
import { ErrorSummary } from '#src/ui/forms/ErrorSummary.tsx'
import { faultMessage } from './fields/faultMessages.ts'
import { fieldId } from './fields/fieldId.ts'

/** Everything that is wrong with the step. It takes the focus when the person tries to go on. */
export function StepErrors({ faults, ref }: { faults: readonly FieldFault[]; ref: Ref<HTMLElement> }) {
  const { i18n } = useLingui()
  return (
    <ErrorSummary
      ref={ref}
      title={<Plural value={faults.length} one="Please check # field" other="Please check # fields" />}
      errors={faults.map((fault) => ({ controlId: fieldId(fault.field), message: faultMessage(i18n, fault) }))}
    />
  )
}
