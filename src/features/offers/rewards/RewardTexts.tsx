import { Trans } from '@lingui/react/macro'
import type { RewardItem } from '#contract/spending/rewards.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { isWritten, localized } from '#src/i18n/localized.ts'
import { ShareButton } from '#src/ui/actions/ShareButton.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { useBelowTheFold, useFoldPlaceholder } from '#src/ui/layout/belowTheFold.ts'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { DisclosureGroup } from '#src/ui/layout/DisclosureGroup.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'

/** The texts of a reward, and the button that shares it. On phones they are below the first view. */
export function RewardTexts({ reward }: { reward: RewardItem }) {
  const lang = useLanguage()
  const isDue = useBelowTheFold()
  const placeholder = useFoldPlaceholder()
  if (!isDue) {
    return (
      <div ref={placeholder}>
        <Skeleton shape="text" lines={8} />
      </div>
    )
  }
  return (
    <>
      <RichText text={reward.description} />
      <DisclosureGroup>
        {isWritten(reward.remarks, lang) && (
          <Disclosure title={<Trans>Good to know</Trans>} level={2} defaultOpen>
            <RichText text={reward.remarks} />
          </Disclosure>
        )}
        {isWritten(reward.terms_and_conditions, lang) && (
          <Disclosure title={<Trans>Terms and conditions</Trans>} level={2} id="terms">
            <RichText text={reward.terms_and_conditions} />
          </Disclosure>
        )}
      </DisclosureGroup>
      <ShareButton title={localized(reward.name, lang)} />
    </>
  )
}
