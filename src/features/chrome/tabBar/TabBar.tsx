import { useLingui } from '@lingui/react/macro'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useRememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { watchOnScreenKeyboard } from '#src/platform/onScreenKeyboard.ts'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { optionalPart } from '#src/ui/layout/lazyPart.tsx'
import { accountPage } from '../accountRules.ts'
import { isForBrowser } from '../isForBrowser.ts'
import styles from './TabBar.module.css'
import { accountTab, isBelow, scanTab, type Tab, tabs } from './tabs.ts'

// The bar is drawn with the page; the code that reads the stored scans comes after.
const UnsentScansCount = optionalPart(async () => (await import('../header/UnsentScansBadge.tsx')).UnsentScansCount)

/** The bar at the lower edge of narrow screens, where one hand reaches it: home, rewards, scanning, card, account. */
export function TabBar() {
  const { t } = useLingui()
  const lang = useLanguage()
  const { routesByPath } = useRouter()
  const member = useRememberedMember()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const open = useTabNavigation()
  useMarkedDocument()
  const pageOf = (tab: Tab) =>
    tab === accountTab
      ? accountPage(storedProfile(), (name) => Object.hasOwn(routesByPath, `/$lang/${name}`))
      : tab.page
  return (
    <nav aria-label={t`Shortcuts`} className={styles['bar']}>
      {tabs.map((tab) => {
        const path: string = `/${lang}/${pageOf(tab)}`.replace(/\/$/, '')
        return (
          <TextLink
            key={tab.icon}
            to={path}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={isBelow(tab, pathname) ? 'true' : undefined}
            className={tab === scanTab ? `${styles['tab']} ${styles['main']}` : styles['tab']}
            onClick={(event) => open(event, path)}
          >
            <TabContent tab={tab} memberId={member?.id ?? null} />
          </TextLink>
        )
      })}
    </nav>
  )
}

function TabContent({ tab, memberId }: { tab: Tab; memberId: string | null }) {
  const { i18n } = useLingui()
  return (
    <>
      <span className={styles['icon']}>
        <ChromeIcon name={tab.icon} />
      </span>
      <span className={styles['label']}>{i18n._(tab.label)}</span>
      {tab === scanTab && memberId !== null && <UnsentScansCount memberId={memberId} className={styles['count']} />}
    </>
  )
}

/**
 * Tells the rest of the page that there is a bar, which messages and focused elements stay clear of, and when a
 * keyboard covers it.
 */
function useMarkedDocument(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['tabBar'] = ''
    return () => {
      delete dataset['tabBar']
    }
  }, [])
  useEffect(() => {
    const root = document.documentElement
    const stop = watchOnScreenKeyboard((isOpen) => root.toggleAttribute('data-keyboard', isOpen))
    return () => {
      stop()
      root.removeAttribute('data-keyboard')
    }
  }, [])
}

/** Where a page was left: its whole address, and how far it was scrolled, in pixels. */
interface Place {
  href: string
  scrolled: number
}

/** By path. */
const places = new Map<string, Place>()

/**
 * Brings a tab's page back as it was left, scrolled and filtered as before. A tab that is open already starts again
 * from its top, as it does by other links.
 *
 * @returns the handler of a press on a tab, with its path
 */
function useTabNavigation(): (event: MouseEvent, path: string) => void {
  const router = useRouter()
  const scrolledTo = useRef<number | null>(null)
  useEffect(() => {
    const remember = router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
      if (fromLocation) places.set(fromLocation.pathname, { href: fromLocation.href, scrolled: scrollY })
    })
    const restore = router.subscribe('onRendered', () => {
      if (scrolledTo.current !== null) scrollTo({ top: scrolledTo.current, behavior: 'instant' })
      scrolledTo.current = null
    })
    return () => {
      remember()
      restore()
    }
  }, [router])
  return (event, path) => {
    const place = places.get(path)
    const { href, pathname } = router.state.location
    if (isForBrowser(event)) return
    if (href === path) {
      event.preventDefault()
      scrollTo({ top: 0, behavior: 'instant' })
    }
    if (!place || pathname === path) return
    event.preventDefault()
    scrolledTo.current = place.scrolled
    void router.navigate({ href: place.href, resetScroll: false })
  }
}
