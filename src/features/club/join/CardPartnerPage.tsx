import { Trans } from '@lingui/react/macro'
import { useHydrated } from '@tanstack/react-router'
import { isCardOfferFor, type Tier } from '#contract/member/tiers.ts'
import type { ContentBlock } from '#contract/content.ts'
import type { PageContents } from '#contract/pages.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { tokenHash } from '#src/session/linkToken.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { blocksOfPage, blockWithCode } from '#src/content/contentBlocks.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ClubPage } from '../ClubPage.tsx'
import { Intro, IntroSkeleton } from '../Intro.tsx'
import { PageParts } from '../PageParts.tsx'
import { Steps, StepsSkeleton } from '../Steps.tsx'

interface CardPartnerContents {
  intro: ContentBlock | null
  steps: readonly ContentBlock[]
}

function selectCardPartner({ static_pages: pages }: PageContents<'card-partner-upgrade'>): CardPartnerContents {
  return { intro: blockWithCode(pages, 'card-partner-upgrade'), steps: blocksOfPage(pages, 'card-partner-upgrade') }
}

/** The upgrade for holders of the partner's card. `linkToken` is the token of the link that has opened the page. */
export function CardPartnerPage({ linkToken }: { linkToken: string | undefined }) {
  const tier = useRememberedMember()?.tier ?? null
  // The document knows of no link.
  const isHydrated = useHydrated()
  if (!isCardOfferFor(tier)) return <NothingToGain />
  const buttons = <OfferButtons linkToken={isHydrated ? linkToken : undefined} tier={tier} />
  return (
    <ClubPage
      page="card-partner-upgrade"
      select={selectCardPartner}
      skeletons={
        <>
          <IntroSkeleton />
          <StepsSkeleton />
        </>
      }
    >
      {({ intro, steps }) => (
        <PageParts>
          {intro === null ? buttons : <Intro block={intro}>{buttons}</Intro>}
          {steps.length > 0 && (
            <Section id="steps" title={<Trans>From your card to your upgrade</Trans>} rule>
              <Steps steps={steps} />
            </Section>
          )}
        </PageParts>
      )}
    </ClubPage>
  )
}

/** On to the page that redeems the link, and for a visitor without one to joining. */
function OfferButtons({ linkToken, tier }: { linkToken: string | undefined; tier: Tier | null }) {
  const lang = useLanguage()
  return (
    <ButtonRow>
      <LinkButton
        to="/$lang/registration-sc"
        params={{ lang }}
        {...(linkToken !== undefined && { hash: tokenHash(linkToken) })}
        variant="primary"
        size="large"
      >
        <Trans>Redeem my upgrade</Trans>
      </LinkButton>
      {tier === null && linkToken === undefined && (
        <LinkButton to="/$lang/registration-free" params={{ lang }} size="large" data-visitor>
          <Trans>Join for free</Trans>
        </LinkButton>
      )}
    </ButtonRow>
  )
}

/** The offer is not for Gold members (specification section 6). */
function NothingToGain() {
  const lang = useLanguage()
  const messages = usePageMessages('/$lang/card-partner-upgrade')
  return (
    <Page {...messages} narrow>
      <Notice tone="info" title={<Trans>Your tier already includes this offer</Trans>}>
        <p>
          <Trans>It’s an upgrade to Red. Your tier includes everything that Red has.</Trans>
        </p>
      </Notice>
      <ButtonRow>
        <LinkButton to="/$lang/member-detail" params={{ lang }} variant="primary" size="large">
          <Trans>Go to your account</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}
