import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Receipt } from '#contract/member/receipts.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'

/** The receipt of the order that was just paid; null where nothing was, or while it is not known. */
export function useReceipt(orderRef: string | undefined): Receipt | null {
  const { data } = useQuery({ ...memberAreaQueries.receipts(), enabled: orderRef !== undefined })
  return data?.receipts.find(({ order_ref: ref }) => ref === orderRef) ?? null
}

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
