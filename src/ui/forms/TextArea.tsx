import type { TextareaHTMLAttributes } from 'react'
import { Field } from './Field.tsx'
import styles from './Field.module.css'
import { type FieldLabels, useFieldIds } from './useFieldIds.ts'

interface TextAreaProps extends FieldLabels, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'children'> {}

/** A text of several lines, such as a pasted list, with its label, hint and error. */
export function TextArea({ label, hint, error, id, className, ...rest }: TextAreaProps) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <Field ids={ids} label={label} hint={hint} error={error} className={className}>
      <textarea rows={6} {...rest} {...ids.aria} id={ids.input} className={styles['input']} />
    </Field>
  )
}
