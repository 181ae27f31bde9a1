import { useId, type ReactNode } from 'react'

/** What a field says beside its control. */
export interface FieldLabels {
  label: ReactNode
  /** Permanent help below the label. */
  hint?: ReactNode
  /** What is wrong and how to put it right; null, false or absent where nothing is. */
  error?: ReactNode
}

/** The ids and ARIA attributes by which a control is tied to its label, hint and error. */
export interface FieldIds {
  input: string
  hint: string | undefined
  error: string | undefined
  /** Spread on the control. */
  aria: { 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
}

/** Makes up what ties a control to its words; `id` where the control has one of its own. */
export function useFieldIds({ hint, error }: Pick<FieldLabels, 'hint' | 'error'>, id?: string): FieldIds {
  const madeUpId = useId()
  const input = id ?? madeUpId
  const wrong = error !== undefined && error !== null && error !== false
  const hintId = hint === undefined ? undefined : `${input}-hint`
  const errorId = wrong ? `${input}-error` : undefined
  return {
    input,
    hint: hintId,
    error: errorId,
    aria: {
      'aria-invalid': wrong || undefined,
      'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
    },
  }
}
