import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Campaign, StaticContents, Concert, Performance } from '#contract/content.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { ExternalLink } from '#src/ui/actions/ExternalLink.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Head } from '#src/ui/layout/Head.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { saveCalendarFile } from '#src/platform/calendarFile.ts'
import { useNow } from '#src/platform/now.ts'
import { DateLeaf } from '#src/ui/content/DateLeaf.tsx'
import { EventTime } from '#src/ui/content/DateText.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import styles from './CampaignPage.module.css'

/** A campaign: a text, a picture over a text, or a link to another website. */
export function CampaignPage({ alias }: { alias: string }) {
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...contentQueries.staticContents(),
    select: (contents) => ({ contents, campaign: contents.campaigns.find((one) => one.alias === alias) ?? null }),
  })
  if (data?.campaign)
    return <KnownCampaign {...data} campaign={data.campaign} staleSince={isError ? dataUpdatedAt : null} />
  if (data) return <CampaignNotFound />
  return isError ? <CampaignFailed onRetry={() => void refetch()} /> : <CampaignSkeleton />
}

interface KnownCampaignProps {
  campaign: Campaign
  contents: StaticContents
  /** When the campaign was fetched, in milliseconds since 1970, if it cannot be refreshed now; otherwise null. */
  staleSince: number | null
}

function KnownCampaign({ campaign, contents, staleSince }: KnownCampaignProps) {
  const lang = useLanguage()
  const messages = usePageMessages('/$lang/campaign/$alias')
  const { kind, name, content, image, external_url: address, lists_concerts: hasConcerts } = campaign
  return (
    <Page
      {...messages}
      title={localized(name, lang) || messages.title}
      heading={<LocalText text={name} />}
      eyebrow={<Trans>Club news</Trans>}
      narrow={kind !== 'banner' && !hasConcerts}
    >
      {staleSince !== null && <DataAge fetchedAt={staleSince} />}
      {kind === 'banner' && image !== null && (
        <Picture
          image={image}
          alt=""
          sizes="(width < 74rem) calc(100vw - 2rem), 72rem"
          eager
          className={styles['picture']}
        />
      )}
      {hasConcerts && <ConcertList {...contents} />}
      <div className={styles['text']}>
        {/* The editors' headings start one level below. */}
        <h2>
          <VisuallyHidden>
            <Trans>Details</Trans>
          </VisuallyHidden>
        </h2>
        <RichText text={content} />
      </div>
      {kind === 'external' && address !== null && <ExternalSite address={address} />}
    </Page>
  )
}

function ExternalSite({ address }: { address: string }) {
  const { host } = new URL(address)
  return (
    <div className={styles['way']}>
      <p>
        <Trans>This continues on another website, in a new tab.</Trans>
      </p>
      <ExternalLink href={address} variant="primary">
        <Trans>Go to {host}</Trans>
      </ExternalLink>
    </div>
  )
}

function CampaignNotFound() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Page
      title={t`This news is no longer available`}
      eyebrow={<Trans>Page not found</Trans>}
      lead={<Trans>It may have ended, or the address may be mistyped. See our latest news on the home page.</Trans>}
      narrow
    >
      <Head>
        <meta name="robots" content="noindex" />
      </Head>
      <ButtonRow>
        <LinkButton to="/$lang" params={{ lang }} variant="primary">
          <Trans>Back to home</Trans>
        </LinkButton>
        <LinkButton to="/$lang/reward-list" params={{ lang }}>
          <Trans>See the rewards</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}

function CampaignFailed({ onRetry }: { onRetry: () => void }) {
  const messages = usePageMessages('/$lang/campaign/$alias')
  return (
    <Page {...messages} narrow>
      <Notice tone="warning" title={<Trans>We couldn’t load this page</Trans>}>
        <p>
          <Trans>Check your connection and try again. Pages you’ve opened stay available offline on this device.</Trans>
        </p>
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </Notice>
    </Page>
  )
}

function CampaignSkeleton() {
  const { t } = useLingui()
  const messages = usePageMessages('/$lang/campaign/$alias')
  return (
    <Page {...messages} narrow>
      <Loading label={t`One moment…`}>
        <Skeleton shape="text" lines={8} />
      </Loading>
    </Page>
  )
}

/** The concerts to come, each with its day, its picture, and the ways to buy tickets and to note it down. */
function ConcertList({ performances, concerts }: Pick<StaticContents, 'performances' | 'concerts'>) {
  const now = useNow(performances.map(({ starts_at: start }) => start))
  const coming = performances
    .filter(({ starts_at: start }) => Date.parse(start) > now)
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
  if (coming.length === 0) return null
  return (
    <Section title={<Trans>Still to come</Trans>} rule>
      <ul className={styles['concerts']}>
        {coming.map((performance) => (
          <li key={performance.id} className={styles['concert']}>
            <ConcertFacts
              performance={performance}
              concert={concerts.find(({ performance: id }) => id === performance.id)}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface ConcertFactsProps {
  performance: Performance
  /** What the editors have added to it. */
  concert: Concert | undefined
}

function ConcertFacts({ performance, concert }: ConcertFactsProps) {
  const { name, venue, starts_at: start } = performance
  const image = concert?.image ?? null
  const tickets = concert?.tickets_url ?? null
  return (
    <>
      {image !== null && (
        <Picture
          image={image}
          alt=""
          sizes="(width < 48rem) 100vw, 20rem"
          ratio="card"
          className={styles['concertPicture']}
        />
      )}
      <div className={styles['words']}>
        <DateLeaf moment={start} />
        <div>
          <h3 className={styles['name']}>
            <LocalText text={name} />
          </h3>
          <p className={styles['time']}>
            <EventTime moment={start} short />
          </p>
          <p className={styles['venue']}>
            <LocalText text={venue} />
          </p>
        </div>
      </div>
      <div className={styles['actions']}>
        {tickets !== null && (
          <ExternalLink href={tickets} variant="primary">
            <Trans>Buy tickets</Trans>
            <VisuallyHidden>
              <LocalText text={name} />
            </VisuallyHidden>
          </ExternalLink>
        )}
        <CalendarButton performance={performance} />
      </div>
    </>
  )
}

function CalendarButton({ performance: { id, name, venue, starts_at: startsAt } }: { performance: Performance }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const title = localized(name, lang)
  const save = () =>
    saveCalendarFile({
      id: `concert-${id}`,
      title,
      startsAt,
      place: localized(venue, lang),
      description: '',
      url: location.href,
    })
  return (
    <Button aria-label={t`Add to calendar: ${title}`} onClick={save}>
      <Icon name="calendar" />
      <Trans>Add to calendar</Trans>
    </Button>
  )
}
