import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type ClubLink, type ContentBlock, type OpeningHours, weekdays } from '#contract/content.ts'
import type { Language, LocalizedText } from '#contract/language.ts'
import type { PageContents, PageGroups } from '#contract/pages.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { dayOfWeek } from '#src/i18n/dates.ts'
import { isWritten } from '#src/i18n/localized.ts'
import { useNow } from '#src/platform/now.ts'
import { telephoneHref, clubAddresses } from '#src/content/clubLinks.ts'
import { blockWithCode } from '#src/content/contentBlocks.ts'
import { ExternalLink } from '#src/ui/actions/ExternalLink.tsx'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import styles from './ContactPage.module.css'
import { PageParts } from '../PageParts.tsx'
import { UnwrittenPage } from '../UnwrittenPage.tsx'
import { ClubPage } from '../ClubPage.tsx'
import { TopicLinks } from './TopicLinks.tsx'

interface ContactContents {
  intro: ContentBlock | null
  /** In the reader's language; null if the contents have none. */
  email: string | null
  telephone: { number: string; href: string } | null
  address: LocalizedText | null
  hours: LocalizedText | null
  /** By the day of the week; none: the contents do not say. */
  opening: readonly OpeningHours[]
  /** The orchestra's website and its privacy policy. */
  orchestra: string | null
  privacy: string | null
  questions: PageGroups['topics']
}

function selectContact(contents: PageContents<'contact-us'>, lang: Language): ContactContents {
  const { static_pages: pages, club_links: links, opening_hours: opening, topics } = contents
  const { telephone, ...addresses } = clubAddresses(links, lang)
  const textOf = (code: ClubLink['code']) => {
    const value = links.find((link) => link.code === code)?.value
    return value && isWritten(value, lang) ? value : null
  }
  return {
    intro: blockWithCode(pages, 'contact-us'),
    ...addresses,
    telephone: telephone === null ? null : { number: telephone, href: telephoneHref(telephone) },
    address: textOf('address'),
    hours: textOf('hours'),
    opening,
    questions: topics,
  }
}

/** How to reach the club, with links to the answered questions. */
export function ContactPage() {
  const lang = useLanguage()
  return (
    <ClubPage page="contact-us" select={(contents) => selectContact(contents, lang)} skeletons={<ContactSkeleton />}>
      {(contents) => <Contact {...contents} />}
    </ClubPage>
  )
}

function Contact(contents: ContactContents) {
  const { intro, orchestra, privacy, questions, opening, ...ways } = contents
  const isEmpty = intro === null && Object.values(ways).every((way) => way === null)
  return (
    <PageParts>
      {isEmpty ? <UnwrittenPage /> : <Ways {...ways} opening={opening} />}
      <div className={styles['row']}>
        {intro && <RichText text={intro.content} className={styles['intro']} />}
        <OrchestraLinks orchestra={orchestra} privacy={privacy} />
      </div>
      {questions.length > 0 && (
        <TopicLinks
          title={<Trans>Your answer may be here</Trans>}
          lead={<Trans>Choose a topic to find your answer.</Trans>}
          questions={questions}
        />
      )}
    </PageParts>
  )
}

function OrchestraLinks({ orchestra, privacy }: Pick<ContactContents, 'orchestra' | 'privacy'>) {
  if (orchestra === null && privacy === null) return null
  return (
    <section aria-labelledby="orchestra" className={styles['orchestra']}>
      <h2 id="orchestra" className={styles['name']}>
        <Trans>Find the orchestra online</Trans>
      </h2>
      <ul className={styles['links']}>
        {orchestra !== null && (
          <li>
            <ExternalLink href={orchestra}>
              <Trans>The orchestra’s website</Trans>
            </ExternalLink>
          </li>
        )}
        {privacy !== null && (
          <li>
            <ExternalLink href={privacy}>
              <Trans>Privacy policy</Trans>
            </ExternalLink>
          </li>
        )}
      </ul>
    </section>
  )
}

function Ways({
  email,
  telephone,
  address,
  hours,
  opening,
}: Pick<ContactContents, 'email' | 'telephone' | 'address' | 'hours' | 'opening'>) {
  return (
    <ul className={styles['ways']}>
      {email !== null && (
        <Way icon="mail" title={<Trans>Email</Trans>}>
          <a href={`mailto:${email}`}>{email}</a>
        </Way>
      )}
      {telephone !== null && (
        <Way icon="phone" title={<Trans>Call</Trans>}>
          <a href={telephone.href}>{telephone.number}</a>
        </Way>
      )}
      {hours !== null && (
        <Way icon="clock" title={<Trans>Office hours</Trans>}>
          {opening.length > 0 && <Today opening={opening} />}
          <LocalText text={hours} />
        </Way>
      )}
      {address !== null && (
        <Way icon="pin" title={<Trans>Visit</Trans>}>
          <LocalText text={address} />
        </Way>
      )}
    </ul>
  )
}

/** Whether somebody is there today, and when. */
function Today({ opening }: Pick<ContactContents, 'opening'>) {
  const today = weekdays[dayOfWeek(useNow())]
  const hours = opening.find(({ day }) => day === today)
  return (
    <strong className={styles['today']}>
      {hours ? (
        <Trans>
          Today: {hours.from} to {hours.to}
        </Trans>
      ) : (
        <Trans>Closed today</Trans>
      )}
    </strong>
  )
}

function Way({ icon, title, children }: { icon: IconName; title: ReactNode; children: ReactNode }) {
  return (
    <li className={styles['way']}>
      <Icon name={icon} className={styles['mark']} />
      <h2 className={styles['name']}>{title}</h2>
      <p className={styles['value']}>{children}</p>
    </li>
  )
}

function ContactSkeleton() {
  return (
    <>
      <div className={styles['ways']}>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} shape="text" lines={4} className={styles['way']} />
        ))}
      </div>
      <Skeleton shape="text" lines={5} />
    </>
  )
}
