import { Trans, useLingui } from '@lingui/react/macro'
import type { TicketSpend } from '#contract/member/member.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import styles from './ProgressGauges.module.css'

/** What the member has spent on tickets, and how much of it makes them Gold. */
export function SpendTowardsGold({ spend }: { spend: TicketSpend }) {
  const { t } = useLingui()
  const rows = spend.periods.map(({ period, spent, goal }) => {
    const [money, full] = [formatMoney(spent), formatMoney(goal)]
    const term = period === '30_days' ? t`Ticket spend, last 30 days` : t`Ticket spend, last 12 months`
    return { term, value: t`${money} of ${full}` }
  })
  return (
    <>
      <DefinitionList rows={rows} />
      <p className={styles['soft']}>
        <Trans>Either of these makes you Gold automatically. A ticket counts from the day you get its points.</Trans>
      </p>
    </>
  )
}
