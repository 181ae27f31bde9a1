import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { inHongKong } from '#contract/hongKong.ts'
import { defaultLanguage } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { telephoneHref, clubAddresses } from '#src/content/clubLinks.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { useOpenedAt } from '#src/platform/hydration.ts'
import { useIsNear } from '#src/ui/layout/useIsNear.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { ClubMark } from './ClubMark.tsx'
import styles from './Footer.module.css'

/**
 * The footer: terms, contact and copyright. Every line has its space from the first paint, so that nothing moves when
 * the contents arrive.
 */
export function Footer() {
  const { t } = useLingui()
  const lang = useLanguage()
  const year = inHongKong(useOpenedAt()).getUTCFullYear()
  const [placeholder, isNear] = useIsNear()
  const contents = useQuery({ ...contentQueries.staticContents(), enabled: isNear }).data
  // In its place, of which it may need two lines, before its address is known.
  const website = <Trans>The orchestra’s website</Trans>
  const { privacy, orchestra, email, telephone } = clubAddresses(contents?.club_links ?? [], lang)
  return (
    <footer ref={placeholder} className={styles['footer']} data-ground="hall">
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
                <NewTabLink href={privacy}>
                  <Trans>Privacy policy</Trans>
                </NewTabLink>
              )}
            </li>
            <li>
              {orchestra !== null && <NewTabLink href={orchestra}>{website}</NewTabLink>}
              {contents === undefined && website}
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
          <li>{telephone !== null && <a href={telephoneHref(telephone)}>{telephone}</a>}</li>
        </ul>
      </div>
      <div className={styles['end']}>
        <p>
          <Trans>© {year} Club Bravo. All rights reserved.</Trans>
        </p>
        {/* Only the English pages name the supporters (specification section 2). */}
        {lang === defaultLanguage && <p>Club Bravo is made possible by the friends and patrons of the orchestra.</p>}
      </div>
    </footer>
  )
}

/** A link to another site, in a new tab. */
function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
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
