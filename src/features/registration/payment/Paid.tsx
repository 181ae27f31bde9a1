import { Trans } from '@lingui/react/macro'
import type { Receipt } from '#contract/member/receipts.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'

/** The fee, with the way to its receipt. */
export function Paid({ receipt: { amount } }: { receipt: Receipt }) {
  const lang = useLanguage()
  const money = formatMoney(amount)
  return (
    <Trans>
      {money} (
      <TextLink to="/$lang/receipts" params={{ lang }}>
        receipt
      </TextLink>
      )
    </Trans>
  )
}
