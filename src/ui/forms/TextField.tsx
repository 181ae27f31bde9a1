import type { InputHTMLAttributes, Ref } from 'react'
import { Field } from './Field.tsx'
import styles from './Field.module.css'
import { useFieldIds, type FieldLabels } from './useFieldIds.ts'

interface TextFieldProps extends FieldLabels, Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> {
  ref?: Ref<HTMLInputElement>
}

/** A one-line text input with its label, hint and error tied to it for screen readers. Never blocks pasting. */
export function TextField({ label, hint, error, id, className, ...rest }: TextFieldProps) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <Field ids={ids} label={label} hint={hint} error={error} className={className}>
      <input type="text" {...rest} {...ids.aria} id={ids.input} className={styles['input']} />
    </Field>
  )
}
