import { useLingui } from '@lingui/react/macro'
import { useId, useRef } from 'react'
import fieldStyles from './Field.module.css'
import { Icon } from '#src/ui/content/Icon.tsx'
import styles from './SearchField.module.css'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  placeholder?: string
  /** Shows the label to screen readers only, if the icon and the placeholder are enough for others. */
  hideLabel?: boolean
  className?: string | undefined
}

/** A search field (`q` in an address) with a button that clears it. Escape clears it, too. */
export function SearchField({ label, value, onChange, placeholder, hideLabel = false, className }: SearchFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const labelled = <label htmlFor={id}>{label}</label>
  return (
    <div className={[fieldStyles['field'], className].filter(Boolean).join(' ')}>
      {hideLabel ? <VisuallyHidden>{labelled}</VisuallyHidden> : labelled}
      <span className={styles['frame']}>
        <Icon name="search" className={styles['mark']} />
        <input
          ref={input}
          id={id}
          type="search"
          name="q"
          className={`${fieldStyles['input']} ${styles['input']}`}
          value={value}
          placeholder={placeholder}
          enterKeyHint="search"
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && value !== '') onChange('')
          }}
        />
        {value !== '' && (
          <button
            type="button"
            className={styles['clear']}
            aria-label={t`Clear search`}
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
          >
            <Icon name="close" />
          </button>
        )}
      </span>
    </div>
  )
}
