import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { areWords, longestWords } from '#contract/staff/schemas.ts'
import { TextField } from '#src/ui/forms/TextField.tsx'

interface Reason {
  value: string
  /** Whether it was found to say too little. */
  isMissing: boolean
  onChange: (reason: string) => void
}

/** The words that an act needs, for its field. `onChange`: what was found before goes by them. */
export function useReason(onChange?: () => void) {
  const [value, setValue] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const change = (text: string) => {
    setValue(text)
    setIsMissing(false)
    onChange?.()
  }
  const field: Reason = { value, isMissing, onChange: change }
  return {
    field,
    /** The words; null where they say too little, which the field tells from then on. */
    read: (): string | null => {
      setIsMissing(!areWords(value))
      return areWords(value) ? value.trim() : null
    },
    clear: () => {
      setValue('')
      setIsMissing(false)
    },
  }
}

interface ReasonFieldProps extends Reason {
  className?: string | undefined
  label?: string
  hint?: ReactNode
  /** What it says where it is missing. */
  missing?: string
}

/** Asks for the reason of an act, which the member reads where nothing else is said. */
export function ReasonField({ value, isMissing, className, label, hint, missing, onChange }: ReasonFieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      className={className}
      label={label ?? t`Why`}
      hint={hint === undefined ? t`The member will read it.` : hint}
      autoComplete="off"
      maxLength={longestWords}
      value={value}
      error={isMissing ? (missing ?? t`Say why: the member will read it.`) : null}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
