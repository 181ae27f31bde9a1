import { useLingui } from '@lingui/react/macro'
import { defaultLanguage, languageTags } from '#contract/language.ts'
import type { CardOutcome } from '#server/payment/simulator/cards.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { FormField } from './FormField.tsx'
import { Layout, LinkPage } from './Layout.tsx'

interface CardPageProps {
  /** In dollars, as the order has it. */
  amount: string
  orderRef: string
  /** What is paid for, as the order's remark says it. */
  remark: string
  testCards: readonly { number: string; outcome: CardOutcome }[]
  /** The number that is no test card; null on the first visit. */
  entered: string | null
}

/** The club writes an order's remark for itself, in one language. */
const defaultTag = languageTags[defaultLanguage]

/** An amount as people read it: `HK$300`, with cents where there are some. */
function priceOf(amount: string): string {
  const dollars = Number(amount)
  return `HK$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`
}

/** The page on which a card is entered. */
export function CardPage({ amount, orderRef, remark, testCards, entered }: CardPageProps) {
  const { t } = useLingui()
  const price = priceOf(amount)
  const outcomes = {
    charged: t`Payment succeeds`,
    declined: t`Declined by the bank`,
    not_authenticated: t`3-D Secure check fails`,
  } satisfies Record<CardOutcome, string>
  return (
    <Layout
      title={t`Pay by card`}
      lead={t`This is a simulation for trying Club Bravo out. No money is taken. Use a test card, never your own.`}
    >
      <DefinitionList
        rows={[
          ...(remark === '' ? [] : [{ term: t`Payment for`, value: <span lang={defaultTag}>{remark}</span> }]),
          { term: t`Amount`, value: price },
          { term: t`Order`, value: orderRef },
        ]}
      />
      <form method="post" noValidate>
        <FormField
          name="card"
          label={t`Card number`}
          hint={t`One of the test cards below.`}
          error={entered === null ? undefined : t`This isn’t a test card. Enter one of the numbers below.`}
          value={entered ?? ''}
          inputMode="numeric"
          autoComplete="off"
          focused
        />
        <Button type="submit" variant="primary" name="action" value="pay">{t`Pay ${price}`}</Button>
        <Button type="submit" variant="quiet" name="action" value="cancel">{t`Cancel payment`}</Button>
      </form>
      <h2>{t`Test cards`}</h2>
      <DefinitionList rows={testCards.map(({ number, outcome }) => ({ term: outcomes[outcome], value: number }))} />
    </Layout>
  )
}

/** A page without a form: the payment has ended, or was never one. */
export function PaymentNoticePage({ about }: { about: 'finished' | 'refused' }) {
  const { t } = useLingui()
  const words = {
    finished: {
      title: t`This payment has ended`,
      lead: t`Club Bravo has its result. To try again, start a new payment there.`,
    },
    refused: {
      title: t`This payment can’t be started`,
      lead: t`What was sent isn’t an order from Club Bravo. Start again there.`,
    },
  }
  return <LinkPage {...words[about]} />
}
