import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { Band } from '#src/ui/layout/Band.tsx'
import { EarlyPart } from '#src/ui/layout/EarlyPart.tsx'
import { Eyebrow } from '#src/ui/layout/Eyebrow.tsx'
import styles from './Hero.module.css'
import { MainActions, MemberHeroLayout } from './MemberHeroLayout.tsx'

/**
 * A member's welcome in the document: the inline script fills in name and points from the stored card and shows it
 * instead of the element before it (src/start/earlyWelcome.ts), so that scanning and card are at hand before the app
 * starts. Whoever has no points yet waits for the app, which knows their first steps. The greeting of the tier and its
 * badge come with the app, and have their space.
 */
export function BlankMemberHero() {
  const lang = useLanguage()
  return (
    <EarlyPart className={styles['blank']} data-card={lang} hidden>
      {import.meta.env.SSR && (
        <template>
          <Band className={styles['band']}>
            <MemberHeroLayout
              eyebrow={<Eyebrow>&nbsp;</Eyebrow>}
              heading={
                <h1 className={styles['heading']} data-card-text="names">
                  &nbsp;
                </h1>
              }
              greeting={null}
              figure={<span data-card-text="points" />}
              tier={<span className={styles['tier']} />}
            >
              <MainActions scans={<Trans>See my scans</Trans>} />
            </MemberHeroLayout>
          </Band>
        </template>
      )}
    </EarlyPart>
  )
}
