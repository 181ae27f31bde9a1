import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { ClubLink } from '#contract/content.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextLink } from '#src/ui/TextLink.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { ClubMark } from './ClubMark.tsx'
import { callHref, clubAddresses } from './clubLinks.ts'
import { copyrightYear } from './copyrightYear.ts'
import styles from './Footer.module.css'

interface FooterProps {
  /** The club's addresses elsewhere; none while the contents are on their way. */
  links: readonly ClubLink[]
}

/**
 * The page's end: what holds, whom to ask, and whose club it is. Every line stands from the start; what the contents say fills it
 * in, so that nothing moves.
 */
export function Footer({ links }: FooterProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const [year] = useState(() => copyrightYear(Date.now()))
  const { privacy, orchestra, email, telephone } = clubAddresses(links, lang)
  return (
    <footer className={styles['footer']} data-ground="hall">
      <div className={styles['columns']}>
        <div className={styles['club']}>
          <p className={styles['name']}>
            <ClubMark className={styles['mark']} />
            Club Bravo
          </p>
          <p>
            <Trans>The orchestra’s rewards club: every concert brings you closer to the next.</Trans>
          </p>
        </div>
        <nav aria-label={t`About Club Bravo`}>
          <ul>
            <li>
              <TextLink to="/$lang/terms-and-conditions" params={{ lang }} activeOptions={{ includeHash: true }}>
                <Trans>Terms and conditions</Trans>
              </TextLink>
            </li>
            <li>
              <TextLink
                to="/$lang/terms-and-conditions"
                params={{ lang }}
                hash="disclaimer"
                activeOptions={{ includeHash: true }}
              >
                <Trans>Disclaimer</Trans>
              </TextLink>
            </li>
            <li>
              {privacy === null ? (
                <TextLink
                  to="/$lang/terms-and-conditions"
                  params={{ lang }}
                  hash="privacy"
                  activeOptions={{ includeHash: true }}
                >
                  <Trans>Privacy policy</Trans>
                </TextLink>
              ) : (
                <Elsewhere href={privacy}>
                  <Trans>Privacy policy</Trans>
                </Elsewhere>
              )}
            </li>
            <li>
              {orchestra !== null && (
                <Elsewhere href={orchestra}>
                  <Trans>The orchestra’s website</Trans>
                </Elsewhere>
              )}
            </li>
          </ul>
        </nav>
        <ul>
          <li>
            <TextLink to="/$lang/contact-us" params={{ lang }}>
              <Trans>Contact us</Trans>
            </TextLink>
          </li>
          <li>{email !== null && <a href={`mailto:${email}`}>{email}</a>}</li>
          <li>{telephone !== null && <a href={callHref(telephone)}>{telephone}</a>}</li>
        </ul>
      </div>
      <div className={styles['end']}>
        <p>
          <Trans>© {year} Club Bravo. All rights reserved.</Trans>
        </p>
        {/* Only the English pages name the supporters (specification section 2). */}
        {lang === 'en' && <p>Club Bravo is made possible by the friends and patrons of the orchestra.</p>}
      </div>
    </footer>
  )
}

/** A link to another site, in a tab of its own. */
function Elsewhere({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <VisuallyHidden>
        {' '}
        <Trans>(opens in a new tab)</Trans>
      </VisuallyHidden>
    </a>
  )
}
