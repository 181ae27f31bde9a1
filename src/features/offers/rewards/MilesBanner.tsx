import { Trans } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import { milesAlias } from '#contract/spending/rewards.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Band } from '#src/ui/layout/Band.tsx'
import { Hall } from '#src/ui/layout/Hall.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import styles from './MilesBanner.module.css'

interface MilesBannerProps {
  /** The editors' text; null until it is loaded. */
  block: ContentBlock | null
  isMember: boolean
}

/** Conversion to airline miles: members can convert, visitors can sign in or join. */
export function MilesBanner({ block, isMember }: MilesBannerProps) {
  const lang = useLanguage()
  const returnTo = `/${lang}/reward-detail/${milesAlias}`
  const defaultText = (
    <p>
      <Trans>
        Every 4 points are worth 1 mile. Convert 1,000 points or more into your own Cathay membership account.
      </Trans>
    </p>
  )
  return (
    <Hall aria-labelledby="miles" className={styles['banner']}>
      <Band className={styles['row']}>
        <div className={styles['words']}>
          <h2 id="miles">{block ? <LocalText text={block.name} /> : <Trans>Points that take you further</Trans>}</h2>
          {block ? <RichText text={block.content} waiting={defaultText} /> : defaultText}
        </div>
        <ButtonRow>
          <LinkButton
            to="/$lang/reward-detail/$alias"
            params={{ lang, alias: milesAlias }}
            variant={isMember ? 'secondary' : 'primary'}
          >
            <Trans>See how miles work</Trans>
          </LinkButton>
          {/* After the one that everybody has: before the app starts, only that is there, and may be aimed at. */}
          {isMember && (
            <LinkButton to="/$lang/asiamiles" params={{ lang }} variant="primary">
              <Trans>Convert points to miles</Trans>
            </LinkButton>
          )}
          {!isMember && (
            <>
              <LinkButton to="/login" search={{ return_to: returnTo }} data-visitor>
                <Trans>Sign in</Trans>
              </LinkButton>
              <LinkButton to="/$lang/registration" params={{ lang }} state={{ returnTo }} data-visitor>
                <Trans>Join for free</Trans>
              </LinkButton>
            </>
          )}
        </ButtonRow>
      </Band>
    </Hall>
  )
}
