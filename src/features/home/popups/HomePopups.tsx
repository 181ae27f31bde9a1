import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { HomepagePopup } from '#contract/content.ts'
import type { Language } from '#contract/language.ts'
import { welcomePoints } from '#contract/member/welcomePoints.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { readScannerSettings } from '#src/features/scan/settings/scannerSettings.ts'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { ignoreSecondTapOfLatestPress } from '#src/ui/actions/doubleTap.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { IconButton } from '#src/ui/actions/IconButton.tsx'
import styles from './HomePopups.module.css'
import { needsReminder } from './reminder.ts'

/** How long nothing is pressed, typed or scrolled before a popup opens, in milliseconds. */
const restMs = 2000
const signsOfUse = ['pointerdown', 'keydown', 'scroll', 'touchmove'] as const

/**
 * The popups of home, each once a session, one after the other: the profile reminder, then the club's news. Nobody has
 * asked for them: they are quiet sheets at the lower edge, which leave the page and its scanner usable, come at the
 * first rest, and go when home is left. None opens over a dialog, without a network, or in hall mode, where the screen
 * stays dark.
 */
export function HomePopups({ isMember }: { isMember: boolean }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const remind = useReminderDue(isMember)
  const { data: news } = useQuery({ ...contentQueries.homepagePopup(), enabled: !wasShown('news') })
  const [open, setOpen] = useState<PopupName | null>(null)
  /** What had the focus when the sheet came. */
  const focused = useRef<Element | null>(null)
  const hasNews = news !== undefined && isComplete(news, lang)
  const due = open === null ? nextPopup(remind, hasNews) : null
  const openIfQuiet = useEffectEvent((popup: PopupName) => {
    const isQuiet = navigator.onLine && document.querySelector('dialog[open]') === null && !readScannerSettings().hall
    if (!isQuiet) return false
    markShown(popup)
    focused.current = document.activeElement
    setOpen(popup)
    return true
  })
  useEffect(() => {
    if (due === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const rest = () => {
      clearTimeout(timer)
      timer = setTimeout(() => openIfQuiet(due) || rest(), restMs)
    }
    const stop = new AbortController()
    for (const type of signsOfUse)
      document.addEventListener(type, rest, { signal: stop.signal, passive: true, capture: true })
    rest()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [due])
  const close = () => {
    ignoreSecondTapOfLatestPress()
    // The focus is in the sheet, which goes.
    if (focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true })
    setOpen(null)
  }
  const title = open === 'reminder' ? t`You’ve qualified for the next tier` : open && hasNews ? news.title[lang] : null
  return (
    <div>
      <output>
        <VisuallyHidden>{title}</VisuallyHidden>
      </output>
      {title !== null && (
        <Sheet key={open} onClose={close} title={title}>
          {open === 'reminder' ? <ProfileReminder onClose={close} /> : hasNews && <RichText text={news.content} />}
        </Sheet>
      )}
    </div>
  )
}

/** Whether the member has to complete the profile; null until the newest answer arrives. */
function useReminderDue(isMember: boolean): boolean | null {
  // HomePage refreshes it.
  const { data, isFetching } = useQuery({ ...memberQueries.me(), enabled: isMember, refetchOnMount: false })
  if (!isMember) return false
  if (isFetching) return null
  return data ? needsReminder(data.user.member_profile) : false
}

function nextPopup(remind: boolean | null, hasNews: boolean): PopupName | null {
  if (remind === null) return null
  if (remind && !wasShown('reminder')) return 'reminder'
  return hasNews && !wasShown('news') ? 'news' : null
}

/** The popup does not fall back to another language: a partial text counts as none (specification section 2). */
function isComplete({ title, content }: HomepagePopup, lang: Language): boolean {
  return title[lang].trim() !== '' && content[lang].trim() !== ''
}

/** Reminds a member who has reached the next tier to complete the profile. */
function ProfileReminder({ onClose }: { onClose: () => void }) {
  const lang = useLanguage()
  const navigate = useNavigate()
  const goToProfile = () => {
    onClose()
    void navigate({ to: '/$lang/member-detail-edit', params: { lang } })
  }
  return (
    <>
      <p>
        <Trans>Complete your profile so we can upgrade you. You’ll also earn {welcomePoints} points.</Trans>
      </p>
      <ButtonRow>
        <Button variant="primary" onClick={goToProfile}>
          <Trans>Go to profile</Trans>
        </Button>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </ButtonRow>
    </>
  )
}

function Sheet({ onClose, title, children }: { onClose: () => void; title: string; children: ReactNode }) {
  const { t } = useLingui()
  const titleId = useId()
  return (
    <section className={styles['sheet']} aria-labelledby={titleId}>
      <div className={styles['head']}>
        <h2 id={titleId}>{title}</h2>
        <IconButton icon={<ChromeIcon name="close" />} label={t`Close`} className={styles['close']} onClick={onClose} />
      </div>
      {children}
    </section>
  )
}

/** The popups of home, in their order. */
type PopupName = 'reminder' | 'news'

const keyOf = (name: PopupName) => `club-bravo.shown.${name}`
/** For browsers without session storage. */
const shownHere = new Set<PopupName>()

/** Whether a popup was already shown in this session. */
function wasShown(name: PopupName): boolean {
  try {
    return sessionStorage.getItem(keyOf(name)) !== null
  } catch {
    return shownHere.has(name)
  }
}

/** Remembers for the rest of the session that a popup was shown. */
function markShown(name: PopupName): void {
  try {
    sessionStorage.setItem(keyOf(name), 'yes')
  } catch {
    shownHere.add(name)
  }
}
