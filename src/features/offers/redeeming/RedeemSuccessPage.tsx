import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type LocalizedText, noText } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { deliveryMessages } from '../deliveryMessages.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { isWritten } from '#src/i18n/localized.ts'
import { contentQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { writtenAddress } from '#contract/registration/postalAddress.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { ResultNote, ResultPanel } from '#src/ui/states/ResultPanel.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Address, Reference } from '../OfferFacts.tsx'
import { Vouchers } from '../own/Vouchers.tsx'
import type { RedeemedFacts, RedeemedState } from './outcome.ts'

/** What a member has just redeemed: everything that the server says of it, or that was asked for. */
export function RedeemSuccessPage({ redeemed: { alias, name, result } }: { redeemed: RedeemedState }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const message = useBottomMessage(result)
  const { gift_eng_name: en = name.en, gift_chi_name: tc = name.tc } = result
  const gift = { ...name, en, tc }
  return (
    <Page title={t`It’s yours`} lead={<Trans>We’re emailing you a confirmation.</Trans>} narrow>
      <Used gift={gift} result={result} alias={alias} />
      {result.couponArr.length > 0 && (
        <Vouchers item={{ couponArr: result.couponArr, returned_at: null }} name={<LocalText text={name} />} />
      )}
      {message !== null && <RichText text={message} />}
      <Card>
        <ResultFacts result={result} />
      </Card>
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

interface UsedProps {
  gift: LocalizedText
  result: RedeemedFacts
  alias: string | undefined
}

/** The reward, what it took, and what is left. */
function Used({ gift, result: { points_redeemed: points, remaining_points: left }, alias }: UsedProps) {
  // The reward was on the page before.
  const { data } = useQuery({ ...rewardQueries.detail(alias ?? ''), enabled: alias !== undefined })
  const image = data?.rewardItem?.image ?? null
  const used = formatPoints(points)
  const figure = left === undefined ? '' : formatPoints(left)
  return (
    <ResultPanel
      tone="success"
      icon="check"
      picture={image === null ? undefined : <Picture image={image} alt="" sizes="20rem" ratio="card" eager />}
    >
      <LocalText text={gift} as="h2" />
      {points > 0 && <Plural value={points} one={`${used} point used`} other={`${used} points used`} />}
      {left !== undefined && (
        <ResultNote>
          <Plural value={left} one={`You have ${figure} point left.`} other={`You have ${figure} points left.`} />
        </ResultNote>
      )}
    </ResultPanel>
  )
}

/** What the panel does not say. */
function ResultFacts({ result }: { result: RedeemedFacts }) {
  const { t, i18n } = useLingui()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const lang = useLanguage()
  const lines =
    result.address && writtenAddress(result.address, contents?.countries ?? [], lang).map(({ text }) => text)
  const rows = [
    { term: t`Quantity`, value: result.quantity },
    ...(result.ref_no === undefined ? [] : [{ term: t`Reference`, value: <Reference refNo={result.ref_no} /> }]),
    ...(result.delivery === null
      ? []
      : [{ term: t`How you’ll receive it`, value: i18n._(deliveryMessages[result.delivery]) }]),
    ...(lines === null || lines.length === 0 ? [] : [{ term: t`Postal address`, value: <Address lines={lines} /> }]),
  ]
  return <DefinitionList rows={rows} />
}

/** What follows: in the words of the result, else in those of the contents for how it is received. */
function useBottomMessage(result: RedeemedFacts): LocalizedText | null {
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
