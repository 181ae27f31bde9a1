import type { ReactNode } from 'react'
import { Band } from '#src/ui/layout/Band.tsx'
import { Hall } from '#src/ui/layout/Hall.tsx'
import styles from './Hero.module.css'
import { HeroArt } from './HeroArt.tsx'

interface HeroProps {
  /** `new`: a member without points, who may see the first steps (`firstSteps`). */
  viewer: 'visitor' | 'member' | 'new'
  children: ReactNode
  /** What a prerendered page has for the other viewer. */
  other?: ReactNode
}

/**
 * The welcome, full width. Its height depends on the viewer alone, whom the prerendered page knows as well
 * (src/start/earlyWelcome.ts), so that nothing moves when its text comes.
 */
export function Hero({ viewer, children, other }: HeroProps) {
  return (
    <Hall as="div" className={`${styles['hero']} ${styles[viewer] ?? ''}`}>
      <HeroArt />
      <Band className={styles['band']}>{children}</Band>
      {other}
    </Hall>
  )
}
