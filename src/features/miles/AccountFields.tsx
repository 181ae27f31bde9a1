import { Trans } from '@lingui/react/macro'
import { TextField } from '#src/ui/forms/TextField.tsx'
import styles from './Miles.module.css'
import type { ConversionControls } from './useConversionForm.ts'

/** The airline account that the miles go to. */
export function AccountFields({ controls: { text } }: { controls: ConversionControls }) {
  return (
    <section className={styles['part']} aria-labelledby="miles-account">
      <h2 id="miles-account">
        <Trans>Your Cathay membership account</Trans>
      </h2>
      <p>
        <Trans>Enter the details exactly as they appear there: miles can only go to an account of your own.</Trans>
      </p>
      <div className={styles['names']}>
        <TextField {...text('firstName')} label={<Trans>First name</Trans>} autoComplete="given-name" maxLength={60} />
        <TextField {...text('lastName')} label={<Trans>Last name</Trans>} autoComplete="family-name" maxLength={60} />
      </div>
      <TextField
        {...text('membershipNumber')}
        label={<Trans>Membership number</Trans>}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
      />
    </section>
  )
}
