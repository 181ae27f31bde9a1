import { useHydrated } from '@tanstack/react-router'
import { rememberedMember, useRememberedMember } from '#src/session/member.ts'
import { isInstalled } from '#src/platform/installed.ts'
import { EarlyPart } from '#src/ui/layout/EarlyPart.tsx'
import { optionalPart } from '#src/ui/layout/lazyPart.tsx'
import styles from './TabBar.module.css'

const TabBar = optionalPart(async () => (await import('./TabBar.tsx')).TabBar)

/** Members have the tab bar, and in the installed app everybody; a document has it for both (TabBar.module.css). */
const hasTabBar = (isMember: boolean) => import.meta.env.SSR || isMember || isInstalled()

/**
 * Loads the tab bar for those who have one. A page waits for it, so that the bar of the document stays in its place.
 */
export async function loadTabBar(): Promise<void> {
  if (hasTabBar(rememberedMember() !== null)) await TabBar.load()
}

/** The tab bar, for those who have one. */
export function TabBarLoader() {
  const isMember = useRememberedMember() !== null
  const isHydrated = useHydrated()
  if (!isHydrated) return <EarlyPart className={styles['early']}>{import.meta.env.SSR && <TabBar />}</EarlyPart>
  return hasTabBar(isMember) && <TabBar />
}
