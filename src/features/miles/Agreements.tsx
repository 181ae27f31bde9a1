import { Trans } from '@lingui/react/macro'
import { milesAlias } from '#contract/spending/rewards.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { ExternalLink } from '#src/ui/actions/ExternalLink.tsx'
import styles from './Miles.module.css'
import type { ConversionControls } from './useConversionForm.ts'

/** The three checkboxes of a conversion. */
export function Agreements({ controls: { tick } }: { controls: ConversionControls }) {
  const lang = useLanguage()
  // In a new tab: the form stays where it is.
  const terms = `/${lang}/reward-detail/${milesAlias}#terms`
  return (
    <section className={styles['part']} aria-labelledby="miles-agreements">
      <h2 id="miles-agreements">
        <Trans>Before you convert</Trans>
      </h2>
      <Checkbox
        {...tick('accountCorrect')}
        label={<Trans>The names and the number are correct, and the account is my own.</Trans>}
      />
      <Checkbox
        {...tick('final')}
        label={<Trans>I understand that a conversion can’t be changed or reversed.</Trans>}
      />
      <Checkbox
        {...tick('terms')}
        label={
          <Trans>
            I’ve read and accept the <ExternalLink href={terms}>terms and conditions</ExternalLink>.
          </Trans>
        }
      />
    </section>
  )
}
