import { Trans } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import styles from './MainStep.module.css'

/** The tutorial's main step, beside its picture. */
export function MainStep({ step }: { step: ContentBlock }) {
  return (
    <div className={step.image === null ? undefined : styles['step']}>
      {step.image !== null && (
        <Picture
          image={step.image}
          alt=""
          sizes="(width < 48rem) calc(100vw - 2rem), 36rem"
          ratio="card"
          className={styles['picture']}
        />
      )}
      <Section
        eyebrow={<Trans>How it works</Trans>}
        title={<LocalText text={step.name} />}
        rule
        className={styles['words']}
      >
        <RichText text={step.content} className={styles['text']} />
      </Section>
    </div>
  )
}
