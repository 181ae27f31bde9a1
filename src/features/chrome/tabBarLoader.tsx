import { type ComponentType, lazy } from 'react'
import { rememberedMember, useRememberedMember } from '#src/auth/member.ts'
import { isInstalled } from '#src/platform/installed.ts'

let loaded: ComponentType | undefined

async function load(): Promise<{ default: ComponentType }> {
  loaded = (await import('./TabBar.tsx')).TabBar
  return { default: loaded }
}

const LazyTabBar = lazy(load)

/** Members have the tab bar, and in the installed app everybody; a prerendered page has it for both (TabBar.module.css). */
const hasTabBar = (isMember: boolean) => import.meta.env.SSR || isMember || isInstalled()

/** Loads the tab bar for those who have one. A page waits for it, so that the bar of the prerendered page stays in its place. */
export async function loadTabBar(): Promise<void> {
  if (hasTabBar(rememberedMember() !== null)) await load().catch(() => undefined)
}

/** The tab bar's component, or null for those who have none. */
export function useTabBar(): ComponentType | null {
  const isMember = useRememberedMember() !== null
  return hasTabBar(isMember) ? (loaded ?? LazyTabBar) : null
}
