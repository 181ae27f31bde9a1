import type { ContentBlock } from '#contract/content.ts'
import { ContentIcon } from '#src/ui/content/ContentIcon.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import styles from './Steps.module.css'
import { anchorOf } from './chapters/anchorOf.ts'

/** Numbered steps with their icons: in a row on wide screens, in a column on narrow ones. */
export function Steps({ steps }: { steps: readonly ContentBlock[] }) {
  return (
    <ol className={styles['steps']}>
      {steps.map(({ code, name, content, icon, image }, index) => (
        <li key={code} id={anchorOf(code)} className={styles['step']}>
          <span className={styles['mark']}>
            <ContentIcon name={icon} />
          </span>
          <div className={styles['words']}>
            <h3 className={styles['name']}>
              <span className={styles['number']} aria-hidden="true">
                {index + 1}
              </span>
              <LocalText text={name} />
            </h3>
            {image !== null && (
              <Picture image={image} alt="" sizes="(width < 48rem) calc(100vw - 2rem), 18rem" ratio="card" />
            )}
            <RichText text={content} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The skeleton of four steps. */
export function StepsSkeleton() {
  return (
    <div className={styles['steps']}>
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} shape="text" lines={6} />
      ))}
    </div>
  )
}
