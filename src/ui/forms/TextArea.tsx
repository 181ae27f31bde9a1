import type { Ref, TextareaHTMLAttributes } from 'react'
import { Field } from './Field.tsx'
import styles from './Field.module.css'
import { useFieldIds, type FieldLabels } from './useFieldIds.ts'

interface TextAreaProps extends FieldLabels, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'children'> {
  ref?: Ref<HTMLTextAreaElement>
}

/** A multi-line text input that grows with its text. */
export function TextArea({ label, hint, error, id, className, ...rest }: TextAreaProps) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <Field ids={ids} label={label} hint={hint} error={error} className={className}>
      <textarea {...rest} {...ids.aria} id={ids.input} className={styles['input']} />
    </Field>
  )
}
