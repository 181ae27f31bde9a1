import { useLingui } from '@lingui/react/macro'
import { longestWords } from '#contract/staff/schemas.ts'
import { TextField } from '#src/ui/forms/TextField.tsx'

interface ReasonFieldProps {
  value: string
  /** Whether it was found to say too little. */
  isMissing: boolean
  className?: string | undefined
  onChange: (reason: string) => void
}

/** Asks for the reason of an act, which the member reads. */
export function ReasonField({ value, isMissing, className, onChange }: ReasonFieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      className={className}
      label={t`Why`}
      hint={t`The member will read it.`}
      autoComplete="off"
      maxLength={longestWords}
      value={value}
      error={isMissing ? t`Say why: the member will read it.` : null}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
