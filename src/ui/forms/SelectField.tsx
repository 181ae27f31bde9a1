import type { Ref, SelectHTMLAttributes } from 'react'
import { Field } from './Field.tsx'
import fieldStyles from './Field.module.css'
import { Icon } from '#src/ui/content/Icon.tsx'
import styles from './SelectField.module.css'
import { useFieldIds, type FieldLabels } from './useFieldIds.ts'

interface SelectFieldProps extends FieldLabels, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children' | 'multiple'> {
  options: readonly { value: string; label: string; disabled?: boolean }[]
  /** Shown while nothing is chosen. If the field is optional, it can be chosen again. */
  placeholder?: string
  ref?: Ref<HTMLSelectElement>
}

/** A choice from a list, by the browser's own select, which phones show in their familiar picker. */
export function SelectField({ label, hint, error, id, className, options, placeholder, ...rest }: SelectFieldProps) {
  const ids = useFieldIds({ hint, error }, id)
  return (
    <Field ids={ids} label={label} hint={hint} error={error} className={className}>
      <span className={styles['frame']}>
        <select {...rest} {...ids.aria} id={ids.input} className={`${fieldStyles['input']} ${styles['select']}`}>
          {placeholder !== undefined && (
            <option value="" disabled={rest.required === true}>
              {placeholder}
            </option>
          )}
          {options.map(({ value, label: name, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" className={styles['mark']} />
      </span>
    </Field>
  )
}
