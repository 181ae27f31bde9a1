import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { FieldLabel } from '../fields/FieldLabel.tsx'
import styles from '../Registration.module.css'
import { claimFieldId } from './claimFieldId.ts'
import type { Claim, ClaimField } from './claimForm.ts'

interface ClaimFieldsProps {
  claim: Claim
  onChange: (field: ClaimField, text: string) => void
  /** What is wrong with a field; false if nothing is. */
  errorOf: (field: ClaimField) => string | false
}

const required = (label: ReactNode) => <FieldLabel isRequired>{label}</FieldLabel>

/** Number and last name, and below them the two that prove them, of which one is enough. */
export function ClaimFields({ claim, onChange, errorOf }: ClaimFieldsProps) {
  const { t } = useLingui()
  const hint = useId()
  const shared = (field: ClaimField) => ({
    id: claimFieldId(field),
    name: field,
    value: claim[field],
    onChange: ({ target }: { target: { value: string } }) => onChange(field, target.value),
    error: errorOf(field),
    spellCheck: false,
  })
  return (
    <>
      <div className={styles['group']}>
        <div className={styles['fields']}>
          <div className={styles['whole']}>
            <TextField
              {...shared('cb_member_no')}
              label={required(t`Member number`)}
              hint={t`It’s on your card and on every letter from us.`}
              autoComplete="off"
              autoCapitalize="characters"
              aria-required
            />
          </div>
          <div className={styles['whole']}>
            <TextField
              {...shared('last_name')}
              label={required(t`Last name`)}
              hint={t`As it appears on your card.`}
              autoComplete="family-name"
              aria-required
            />
          </div>
        </div>
      </div>
      <fieldset className={styles['group']} aria-describedby={hint}>
        <legend className={styles['groupTitle']}>
          <FieldLabel isRequired>
            <Trans>Enter one of these</Trans>
          </FieldLabel>
        </legend>
        <p id={hint} className={styles['hint']}>
          <Trans>What we have on file, or the code from our message if we’ve sent you one.</Trans>
        </p>
        <div className={styles['fields']}>
          <div className={styles['whole']}>
            <TextField
              {...shared('email_or_mobile')}
              label={t`Email address or mobile number`}
              autoComplete="email"
              inputMode="email"
              autoCapitalize="none"
            />
          </div>
          <div className={styles['whole']}>
            <TextField
              {...shared('upgrade_code')}
              label={t`Upgrade code`}
              autoComplete="one-time-code"
              autoCapitalize="none"
            />
          </div>
        </div>
      </fieldset>
      <p className={styles['hint']}>
        <Trans>* Required</Trans>
      </p>
    </>
  )
}
