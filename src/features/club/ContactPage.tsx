import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ContentBlock } from '#contract/content.ts'
import type { LocalizedText } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { LocalText } from '#src/ui/LocalText.tsx'
import { Page } from '#src/ui/Page.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import styles from './ContactPage.module.css'
import { NothingYet } from './NothingYet.tsx'
import { ToldContents } from './ToldContents.tsx'
import { TopicLinks } from './TopicLinks.tsx'
import type { Told } from './told.ts'

export interface ContactContents {
  intro: ContentBlock | null
  /** In the reader's language; null where the contents do not say. */
  email: string | null
  telephone: { number: string; href: string } | null
  address: LocalizedText | null
  hours: LocalizedText | null
  /** The orchestra's own site, and its privacy policy. */
  orchestra: string | null
  privacy: string | null
  questions: readonly ContentBlock[]
}

/** How to reach the people of the club, and what is answered already. */
export function ContactPage({ told }: { told: Told<ContactContents> }) {
  const { t } = useLingui()
  const words = usePageWords('/$lang/contact-us')
  return (
    <Page {...words} lead={words.description}>
      <ToldContents told={told} label={t`Loading…`} skeletons={<Coming />}>
        {(contents) => <Contact {...contents} />}
      </ToldContents>
    </Page>
  )
}

function Contact(contents: ContactContents) {
  const { intro, orchestra, privacy, questions, ...ways } = contents
  const lang = useLanguage()
  const isEmpty = intro === null && Object.values(ways).every((way) => way === null)
  return (
    <div className={styles['contact']}>
      {isEmpty ? <NothingYet /> : <Ways {...ways} />}
      <div className={styles['row']}>
        {intro && <RichText text={intro.content} className={styles['intro']} />}
        <OrchestraLinks orchestra={orchestra} privacy={privacy} />
      </div>
      {questions.length > 0 && (
        <Section
          title={<Trans>Your answer may be here</Trans>}
          lead={<Trans>Choose a topic to find your answer.</Trans>}
          rule
          action={
            <TextLink to="/$lang/faq" params={{ lang }}>
              <Trans>All questions and answers</Trans>
            </TextLink>
          }
        >
          <TopicLinks questions={questions} />
        </Section>
      )}
    </div>
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
}: Pick<ContactContents, 'email' | 'telephone' | 'address' | 'hours'>) {
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

function Way({ icon, title, children }: { icon: IconName; title: ReactNode; children: ReactNode }) {
  return (
    <li className={styles['way']}>
      <Icon name={icon} className={styles['mark']} />
      <h2 className={styles['name']}>{title}</h2>
      <p className={styles['value']}>{children}</p>
    </li>
  )
}

function Coming() {
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
