import type { ReactNode } from 'react'
import type { ContentBlock } from '#contract/content.ts'
import { ContentIcon } from '#src/ui/content/ContentIcon.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import styles from './BlockGrid.module.css'

interface BlockGridProps {
  eyebrow?: ReactNode
  title: ReactNode
  blocks: readonly ContentBlock[]
}

/** Content blocks in a grid; nothing if there are none. */
export function BlockGrid({ eyebrow, title, blocks }: BlockGridProps) {
  if (blocks.length === 0) return null
  return (
    <Section {...(eyebrow !== undefined && { eyebrow })} title={title}>
      <ul className={styles['grid']}>
        {blocks.map(({ code, icon, name, content }) => (
          <li key={code} className={styles['block']}>
            <ContentIcon name={icon} className={styles['icon']} />
            <LocalText text={name} as="h3" />
            <RichText text={content} className={styles['text']} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
