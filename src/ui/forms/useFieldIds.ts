import { useId, type ReactNode } from 'react'

/** A field's label, hint and error. */
export interface FieldLabels {
  label: ReactNode
  /** Permanent help below the label. */
  hint?: ReactNode
  /** What is wrong and how to correct it; null, false or absent if nothing is wrong. */
  error?: ReactNode
}

/** What a text field may say besides. */
export interface FieldNotice {
  /**
   * Something to look at again, which may be right: announced when it comes, false while there is nothing, undefined
   * where there never is.
   */
  notice?: ReactNode
}

/** The ids and ARIA attributes by which a control is tied to its label, hint and error. */
export interface FieldIds {
  input: string
  hint: string | undefined
  error: string | undefined
  notice: string | undefined
  /** Spread on the control. */
  aria: { 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
}

/** Creates the ids and ARIA attributes of a field; `id` if the control already has one. */
export function useFieldIds({ hint, error, notice }: Omit<FieldLabels, 'label'> & FieldNotice, id?: string): FieldIds {
  const madeUpId = useId()
  const input = id ?? madeUpId
  const wrong = error !== undefined && error !== null && error !== false
  const hintId = hint === undefined ? undefined : `${input}-hint`
  const noticeId = notice ? `${input}-notice` : undefined
  const errorId = wrong ? `${input}-error` : undefined
  return {
    input,
    hint: hintId,
    error: errorId,
    notice: noticeId,
    aria: {
      'aria-invalid': wrong || undefined,
      'aria-describedby': [hintId, noticeId, errorId].filter(Boolean).join(' ') || undefined,
    },
  }
}
