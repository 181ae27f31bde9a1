import type { InputHTMLAttributes, Ref } from 'react'
import { Field } from './Field.tsx'
import styles from './Field.module.css'
import { type FieldLabels, type FieldNotice, useFieldIds } from './useFieldIds.ts'

interface TextFieldProps extends FieldLabels, FieldNotice, Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> {
  ref?: Ref<HTMLInputElement>
}

/** A one-line text input with its label, hint and error tied to it for screen readers. Never blocks pasting. */
export function TextField({ label, hint, error, notice, id, className, ...rest }: TextFieldProps) {
  const ids = useFieldIds({ hint, error, notice }, id)
  return (
    <Field ids={ids} label={label} hint={hint} error={error} notice={notice} className={className}>
      <input type="text" {...rest} {...ids.aria} id={ids.input} className={styles['input']} />
    </Field>
  )
}
