import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { HomepagePopup } from '#contract/content.ts'
import type { Language } from '#contract/language.ts'
import { welcomePoints } from '#contract/member/welcomePoints.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { readScannerSettings } from '#src/features/scan/settings/scannerSettings.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { needsReminder } from './reminder.ts'

/** The pause before and between popups, in milliseconds: an accidental second press must not land on the next popup. */
const pauseMs = 1000
/**
 * The popups of home, each once a session, one after the other, soon after the page can be used: the profile reminder,
 * then the club's news. Never over another dialog, never in hall mode, where the screen stays dark, and never on a page
 * that is used already: nobody has asked for them, and they wait until home is opened again.
 */
export function HomePopups({ isMember, isInUse }: { isMember: boolean; isInUse: () => boolean }) {
  const lang = useLanguage()
  const remind = useReminderDue(isMember)
  const { data: news } = useQuery({ ...contentQueries.homepagePopup(), enabled: !wasShown('news') })
  const [open, setOpen] = useState<PopupName | null>(null)
  const hasNews = news !== undefined && isComplete(news, lang)
  const due = open === null ? nextPopup(remind, hasNews) : null
  const isDecided = useEffectEvent((popup: PopupName) => {
    if (isInUse()) return true
    if (document.querySelector('dialog[open]') !== null || readScannerSettings().hall) return false
    markShown(popup)
    setOpen(popup)
    return true
  })
  useEffect(() => {
    if (due === null) return undefined
    const timer = setInterval(() => isDecided(due) && clearInterval(timer), pauseMs)
    return () => clearInterval(timer)
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
