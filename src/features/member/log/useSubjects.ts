import { useQuery } from '@tanstack/react-query'
import type { PointTransaction } from '#contract/member/member.ts'
import { concertNames } from '#contract/scan/scan.ts'
import type { RedeemedItem } from '#contract/spending/redeemedItems.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'

/** What points were for: a concert, or a reward. */
export interface Subject {
  concert: string | undefined
  reward: RedeemedItem | undefined
}

/** Names concerts, as far as the newest tickets of the account have them, and rewards. */
export function useSubjects(): (transaction: PointTransaction) => Subject {
  const lang = useLanguage()
  const { data: claimed } = useQuery(memberAreaQueries.claimedTickets())
  const { data: redeemed } = useQuery(memberAreaQueries.redeemedItems())
  const tickets = new Map(claimed?.tickets.map(({ ticket_info: ticket }) => [ticket.ticket_no, ticket]))
  const rewards = new Map(redeemed?.redeemed_items.map((item) => [item.ref_no, item]))
  return ({ ticket_no: ticketNo, ref_no: refNo }) => ({
    concert: ticketNo === null ? undefined : tickets.get(ticketNo)?.[concertNames[lang]],
    reward: refNo === undefined ? undefined : rewards.get(refNo),
  })
}
