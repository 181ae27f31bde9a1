import { Trans } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import { TextField } from '#src/ui/forms/TextField.tsx'

interface EmailFieldProps {
  ref?: Ref<HTMLInputElement>
  label: ReactNode
  /** What browsers fill in: the name that the person signs in with, or any address of theirs. */
  autoComplete: 'username' | 'email'
  value: string
  onChange: (value: string) => void
  /** Whether what was sent is no address. */
  isInvalid: boolean
  /** What else is wrong with it. */
  error?: ReactNode
}

/** A required email address, as phones type it best. */
export function EmailField({ onChange, isInvalid, error, ...field }: EmailFieldProps) {
  return (
    <TextField
      {...field}
      error={isInvalid ? <Trans>Enter an email address such as name@example.com.</Trans> : error}
      name="email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
