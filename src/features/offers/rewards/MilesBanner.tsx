import { Trans } from '@lingui/react/macro'
import type { ContentBlock, MilesConfig } from '#contract/content.ts'
import { minimumOf } from '#contract/spending/miles.ts'
import { milesAlias } from '#contract/spending/rewards.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Hall } from '#src/ui/layout/Hall.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import styles from './MilesBanner.module.css'

interface MilesBannerProps {
  /** The editors' text; null until it is loaded. */
  block: ContentBlock | null
  miles: MilesConfig
  isMember: boolean
}

/** Conversion to airline miles, in a slim row: members can convert, visitors can sign in or join. */
export function MilesBanner({ block, miles, isMember }: MilesBannerProps) {
  const lang = useLanguage()
  const returnTo = `/${lang}/reward-detail/${milesAlias}`
  const { rate } = miles
  const minimum = formatPoints(minimumOf(miles))
  const defaultText = (
    <p>
      <Trans>
        Every {rate} points are worth 1 mile. Convert {minimum} points or more into your own Cathay membership account.
      </Trans>
    </p>
  )
  return (
    <Hall aria-labelledby="miles" className={styles['banner']}>
      <div className={styles['words']}>
        <h2 id="miles" className={styles['title']}>
          {block ? <LocalText text={block.name} /> : <Trans>Points that take you further</Trans>}
        </h2>
        <div className={styles['text']}>
          {block ? <RichText text={block.content} waiting={defaultText} /> : defaultText}
        </div>
      </div>
      <p className={styles['ways']}>
        <TextLink to="/$lang/reward-detail/$alias" params={{ lang, alias: milesAlias }}>
          <Trans>See how miles work</Trans>
        </TextLink>
        {/* After the one that everybody has: before the app starts, only that is there, and may be aimed at. */}
        {isMember && (
          <TextLink to="/$lang/asiamiles" params={{ lang }}>
            <Trans>Convert points to miles</Trans>
          </TextLink>
        )}
        {!isMember && (
          <>
            <TextLink to="/login" search={{ return_to: returnTo }} data-visitor>
              <Trans>Sign in</Trans>
            </TextLink>
            <TextLink to="/$lang/registration-free" params={{ lang }} search={{ return_to: returnTo }} data-visitor>
              <Trans>Join for free</Trans>
            </TextLink>
          </>
        )}
      </p>
    </Hall>
  )
}
