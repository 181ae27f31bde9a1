import type { DeliveryMethod } from '#contract/spending/deliveryMethods.ts'
import type { ContentBlock } from '#contract/content.ts'
import { RichText } from '#src/ui/content/RichText.tsx'
import styles from './RewardDetail.module.css'

interface AfterwardsProps {
  ways: readonly DeliveryMethod[]
  messages: readonly ContentBlock[]
}

/**
 * What follows a redemption, for each way in which the reward can be received. It stands below what redeems: it comes with the contents,
 * and would push a button away from the finger.
 */
export function Afterwards({ ways, messages }: AfterwardsProps) {
  return messages
    .filter(({ code }) => ways.some((way) => way === code))
    .map(({ code, content }) => <RichText key={code} text={content} className={styles['afterwards']} />)
}
