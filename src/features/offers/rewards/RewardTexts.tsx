import type { RewardItem } from '#contract/spending/rewards.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { ShareButton } from '#src/ui/actions/ShareButton.tsx'
import { useIsNear } from '#src/ui/layout/useIsNear.ts'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { OfferTexts } from '../OfferDetail.tsx'

/** The texts of a reward, and the button that shares it. On phones they are below the first view. */
export function RewardTexts({ reward }: { reward: RewardItem }) {
  const lang = useLanguage()
  const [placeholder, isNear] = useIsNear()
  if (!isNear) {
    return (
      <div ref={placeholder}>
        <Skeleton shape="text" lines={8} />
      </div>
    )
  }
  return (
    <>
      <OfferTexts offer={reward} />
      <ShareButton title={localized(reward.name, lang)} />
    </>
  )
}
