import { useLingui } from '@lingui/react/macro'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { IconButton } from '#src/ui/actions/IconButton.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import fieldStyles from '#src/ui/forms/Field.module.css'
import { useFieldIds } from '#src/ui/forms/useFieldIds.ts'
import styles from './FormField.module.css'

interface FormFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> {
  name: string
  label: string
  hint?: ReactNode
  /** What is wrong with what was typed. */
  error?: string | undefined
  /** The id of a message elsewhere on the page that blames this field as well. */
  blamedBy?: string | undefined
  /** Whether it has the focus when the page opens. */
  focused?: boolean
}

/** A field of a page without hydration: the app's own, in which the script of these pages shows what is typed. */
export function FormField({
  name,
  label,
  hint,
  error,
  blamedBy,
  type = 'text',
  value,
  focused,
  ...rest
}: FormFieldProps) {
  const ids = useFieldIds({ hint, error }, name)
  const describedBy = [ids.aria['aria-describedby'], blamedBy].filter(Boolean).join(' ')
  const input = (
    <input
      {...rest}
      {...(focused && { autoFocus: true })}
      id={name}
      name={name}
      type={type}
      defaultValue={value}
      autoCapitalize="none"
      spellCheck={false}
      aria-describedby={describedBy || undefined}
      aria-invalid={ids.aria['aria-invalid'] ?? (blamedBy !== undefined || undefined)}
      required
      className={fieldStyles['input']}
    />
  )
  return (
    <Field
      ids={ids}
      label={<span id={`${name}-label`}>{label}</span>}
      hint={hint}
      error={error && <span role="alert">{error}</span>}
    >
      {type === 'password' ? (
        <div className={fieldStyles['secret']}>
          {input}
          <ShowButton name={name} />
        </div>
      ) : (
        input
      )}
    </Field>
  )
}

/** Shows what is typed in a password's field; the script brings it in. */
function ShowButton({ name }: { name: string }) {
  const { t } = useLingui()
  return (
    <IconButton
      icon={
        <>
          <Icon name="eye" />
          <Icon name="eyeStruck" />
        </>
      }
      label={t`Show password`}
      className={styles['show']}
      data-shows={name}
      aria-describedby={`${name}-label`}
      aria-pressed={false}
      hidden
    />
  )
}
