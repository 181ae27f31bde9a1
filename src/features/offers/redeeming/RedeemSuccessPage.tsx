import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type LocalizedText, noText } from '#contract/language.ts'
import type { ItemRedeemResult } from '#contract/spending/redemption.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { deliveryMessages } from '../deliveryMessages.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { isWritten } from '#src/i18n/localized.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { linesOf } from '#src/content/postalAddress.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Address, Reference } from '../OfferFacts.tsx'
import { Coupons } from '../own/Coupons.tsx'
import type { RedeemedState } from './outcome.ts'

/** What a member has just redeemed: everything that the server says of it. */
export function RedeemSuccessPage({ redeemed: { name, result } }: { redeemed: RedeemedState }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const message = useBottomMessage(result)
  const gift = { ...name, en: result.gift_eng_name, tc: result.gift_chi_name }
  return (
    <Page
      title={t`It’s yours`}
      lead={
        <Trans>
          You’ve redeemed <LocalText text={gift} as="strong" />. We’re also sending you a confirmation by email.
        </Trans>
      }
      narrow
    >
      {result.couponArr.length > 0 && <Coupons coupons={result.couponArr} name={<LocalText text={name} />} />}
      <Card title={<Trans>Your redemption</Trans>}>
        <ResultFacts gift={gift} result={result} />
      </Card>
      {message !== null && <RichText text={message} />}
      <ButtonRow>
        <LinkButton to="/$lang/my-rewards" params={{ lang }} variant="primary" size="large">
          <Trans>Go to My rewards</Trans>
        </LinkButton>
        <LinkButton to="/$lang/reward-list" params={{ lang }} size="large">
          <Trans>See all rewards</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}

function ResultFacts({ gift, result }: { gift: LocalizedText; result: ItemRedeemResult }) {
  const { t, i18n } = useLingui()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const lang = useLanguage()
  const lines =
    result.address && linesOf(result.address, contents?.countries ?? [], lang).flatMap(({ text }) => text ?? [])
  const rows = [
    { term: t`Reward`, value: <LocalText text={gift} /> },
    { term: t`Quantity`, value: result.quantity },
    { term: t`Reference`, value: <Reference refNo={result.ref_no} /> },
    { term: t`Points used`, value: formatPoints(result.points_redeemed) },
    { term: t`Points left`, value: formatPoints(result.remaining_points) },
    ...(result.delivery === null
      ? []
      : [{ term: t`How you’ll receive it`, value: i18n._(deliveryMessages[result.delivery]) }]),
    ...(lines === null || lines.length === 0 ? [] : [{ term: t`Mailing address`, value: <Address lines={lines} /> }]),
  ]
  return <DefinitionList rows={rows} />
}

/** What follows: in the words of the result, else in those of the contents for how it is received. */
function useBottomMessage(result: ItemRedeemResult): LocalizedText | null {
  const { data: contents } = useQuery(contentQueries.staticContents())
  const own = {
    ...noText,
    en: result.enRedeemedItemBottomMessage ?? '',
    tc: result.tcRedeemedItemBottomMessage ?? '',
    sc: result.sc_bottom_message ?? '',
  }
  if (isWritten(own, useLanguage())) return own
  return contents?.redeem_success_messages.find(({ code }) => code === result.delivery)?.content ?? null
}
