import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { HomepagePopup } from '#contract/content.ts'
import type { Language } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { needsReminder } from './reminder.ts'

/** The pause before and between popups, in milliseconds: an accidental second press must not land on the next popup. */
const pauseMs = 1000
/** How far the person has to scroll until the news comes, in heights of the screen. */
const newsPlace = 0.5

/**
 * The popups of home, each once a session, one after the other and never over another dialog: the profile reminder,
 * then the club's news, which waits until the person scrolls on from the first screen, so that it never covers the
 * buttons to join, sign in and scan.
 */
export function HomePopups({ isMember }: { isMember: boolean }) {
  const lang = useLanguage()
  const remind = useReminderDue(isMember)
  const { data: news } = useQuery({ ...contentQueries.homepagePopup(), enabled: !wasShown('news') })
  const [open, setOpen] = useState<PopupName | null>(null)
  const hasNews = news !== undefined && isComplete(news, lang)
  const due = open === null ? nextPopup(remind, hasNews) : null
  useEffect(() => {
    if (due === null) return undefined
    const watch = new AbortController()
    const show = () => {
      if (document.querySelector('dialog[open]') !== null) return
      if (due === 'news' && scrollY < innerHeight * newsPlace) return
      markShown(due)
      setOpen(due)
    }
    const timer = setInterval(show, pauseMs)
    // At once where the person scrolls there, not in the middle of what is read next.
    const wait = setTimeout(() => addEventListener('scroll', show, { passive: true, signal: watch.signal }), pauseMs)
    return () => {
      clearInterval(timer)
      clearTimeout(wait)
      watch.abort()
    }
  }, [due])
  const close = () => setOpen(null)
  if (open === 'reminder') return <ProfileReminder onClose={close} />
  if (open === 'news' && hasNews) return <News news={news} lang={lang} onClose={close} />
  return null
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

function News({ news, lang, onClose }: { news: HomepagePopup; lang: Language; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={news.title[lang]}>
      <RichText text={news.content} />
    </Dialog>
  )
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
    <Dialog open onClose={onClose} title={<Trans>You’ve qualified for the next tier</Trans>}>
      <p>
        <Trans>You’ve qualified. Complete your profile so we can upgrade you. You’ll also earn 500 points.</Trans>
      </p>
      <ButtonRow>
        <Button variant="primary" onClick={goToProfile}>
          <Trans>Go to profile</Trans>
        </Button>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </ButtonRow>
    </Dialog>
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
