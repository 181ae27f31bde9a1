import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import { usePaused } from '#src/offline/flushTriggers.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import type { PreviewStage } from './previewStage.ts'
import styles from './StageLine.module.css'

/** What the preview says at each stage, and whether something is going on. */
const stageWords: Record<
  PreviewStage,
  { icon: IconName | 'working'; title: MessageDescriptor; text: MessageDescriptor | null }
> = {
  reading: { icon: 'working', title: msg`Checking your ticket…`, text: null },
  to_confirm: { icon: 'ticket', title: msg`Is this your ticket?`, text: msg`Confirm to get your points.` },
  kept: {
    icon: 'phone',
    title: msg`Saved on this device`,
    text: msg`Confirm now, and your points follow when you’re back online. You can then close the app.`,
  },
  claiming: { icon: 'working', title: msg`Adding your points…`, text: null },
  saved: { icon: 'phone', title: msg`Saved on this device`, text: msg`Points follow when you’re back online.` },
  decided: { icon: 'working', title: msg`One moment…`, text: null },
}

/** The same where nothing is sent before the member has signed in again. */
const pausedTexts: Partial<Record<PreviewStage, MessageDescriptor>> = {
  kept: msg`Confirm now, and your points follow once you’re online and signed in. You can then close the app.`,
  saved: msg`Points follow once you’re online and signed in.`,
}

interface StageLineProps {
  stage: PreviewStage
  /** What the contents say to a ticket that the club has found; null where they say nothing. */
  found?: ContentBlock | null
}

/** Where the preview of one scan has come to, in words that are announced when they change. */
export function StageLine({ stage, found = null }: StageLineProps) {
  const { i18n } = useLingui()
  const paused = usePaused() !== null
  const { icon, title, text: usual } = stageWords[stage]
  const text = (paused && pausedTexts[stage]) || usual
  const isFound = stage === 'to_confirm'
  return (
    <div aria-live="polite" aria-atomic="true" className={`${styles['stage']} ${styles[stage] ?? ''}`}>
      <span className={styles['mark']}>{icon === 'working' ? <Spinner /> : <Icon name={icon} />}</span>
      <div className={styles['words']}>
        <p className={styles['title']}>{i18n._(title)}</p>
        {found && (isFound || icon === 'working') ? (
          // It keeps its place before and after, so that nothing moves under a finger.
          <RichText text={found.content} className={isFound ? styles['text'] : styles['unseen']} />
        ) : (
          text && <p className={styles['text']}>{i18n._(text)}</p>
        )}
      </div>
    </div>
  )
}
