import { basicTier, tiers } from '#contract/member/tiers.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { EarlyPart } from '#src/ui/layout/EarlyPart.tsx'
import { CardLayout } from './CardLayout.tsx'
import styles from './MembershipCardPage.module.css'
import { NoNumber, NumberCodes, NumberText } from './MemberNumber.tsx'
import { TierName } from './TierName.tsx'
import { ValidityText } from './ValidityText.tsx'

/**
 * The card with every case of its texts, in the document. Its inline script (src/start/earlyCard.ts) fills in
 * `data-card-text`, `data-card-code` and `data-card-picture`, removes the cases that do not apply (`data-card-when`)
 * and shows it, before the app starts.
 */
export function BlankCard() {
  const lang = useLanguage()
  return (
    <EarlyPart data-card={lang} hidden>
      {import.meta.env.SSR && (
        <template>
          <CardLayout
            tier={basicTier}
            name={<span data-card-text="names" />}
            picture={<img data-card-picture="" className={styles['picture']} alt="" hidden />}
            tierName={tiers.map((tier) => (
              <span key={tier} data-card-when={tier}>
                <TierName tier={tier} />
              </span>
            ))}
            validity={(['permanent', 'until', 'ended', 'invalid'] as const).map((kind) => (
              <div key={kind} data-card-when={kind}>
                <ValidityText kind={kind} end={<span data-card-text="ends" />} />
              </div>
            ))}
            number={
              <>
                <div data-card-when="codes" className={styles['case']}>
                  <NumberCodes codes={null} />
                </div>
                <div data-card-when="numbered" className={styles['case']}>
                  <NumberText>
                    <span data-card-text="memberNo" />
                  </NumberText>
                </div>
                <div data-card-when="unnumbered">
                  <NoNumber />
                </div>
              </>
            }
            confirmed={<span data-card-text="confirmed" />}
          />
        </template>
      )}
    </EarlyPart>
  )
}
