import { Autocomplete } from '@base-ui/react/autocomplete'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FoundMember } from '#contract/staff/schemas.ts'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { focusFirst } from '#src/ui/overlays/focusFirst.ts'
import styles from './CommandPalette.module.css'
import { addressOf, go, useStaffLanguage } from './navigation.ts'
import { type StaffPageName, staffPages } from './pages.ts'
import { FailureNotice } from './parts/Answered.tsx'
import { memberName } from './parts/memberName.ts'
import { useMay } from './session.ts'
import { foundQuery } from './staffClient.ts'

interface CommandPaletteProps {
  open: boolean
  onClose: () => void
  own: readonly StaffPageName[]
}

/** Where somebody can go. */
interface Place {
  href: string
  name: string
  /** What tells it apart. */
  about: string
}

/** Goes to a page, or to a member, by a part of the name. */
export function CommandPalette({ open, onClose, own }: CommandPaletteProps) {
  const { t } = useLingui()
  return (
    <Dialog open={open} onClose={onClose} title={t`Go to…`}>
      <Places own={own} onLeave={onClose} />
    </Dialog>
  )
}

function Places({ own, onLeave }: { own: readonly StaffPageName[]; onLeave: () => void }) {
  const { t, i18n } = useLingui()
  const lang = useStaffLanguage()
  const may = useMay()
  const [text, setText] = useState('')
  const typed = text.trim().toLowerCase()
  const asked = useSettled(text.trim())
  const mayFind = may('member_search')
  const { data, error } = useQuery(foundQuery(mayFind ? asked : ''))
  const pages = own
    .map((page) => ({ href: addressOf(lang, page), name: i18n._(staffPages[page].title), about: t`Page`, page }))
    .filter(({ name, page }) => name.toLowerCase().includes(typed) || page.includes(typed))
  const members = typed === '' ? [] : (data?.members ?? [])
  const page = may('member_read') ? 'member' : 'counter'
  const places: Place[] = [...pages, ...members.map((one) => placeOf(one, addressOf(lang, page, { id: one.id })))]
  return (
    <Autocomplete.Root
      open
      inline
      items={places}
      filter={null}
      value={text}
      onValueChange={setText}
      itemToStringValue={({ name }: Place) => name}
      autoHighlight="always"
    >
      <div className={styles['palette']}>
        <Autocomplete.Input
          ref={focusFirst}
          className={styles['input'] ?? ''}
          aria-label={mayFind ? t`Page or member` : t`Page`}
          placeholder={mayFind ? t`Page, name, mobile, email or number` : t`Page`}
        />
        <VisuallyHidden>
          <Autocomplete.Status>
            <Plural value={places.length} one="# result" other="# results" />
          </Autocomplete.Status>
        </VisuallyHidden>
        {error !== null && asked !== '' && <FailureNotice error={error} />}
        <Autocomplete.Empty>
          <p className={styles['none']}>
            <Trans>Nothing found. Try another part of the name.</Trans>
          </p>
        </Autocomplete.Empty>
        <Autocomplete.List className={styles['list'] ?? ''}>
          {(place: Place) => (
            <Autocomplete.Item
              key={place.href}
              value={place}
              className={styles['place'] ?? ''}
              onClick={() => {
                go(place.href)
                onLeave()
              }}
            >
              <span>{place.name}</span>
              <span className={styles['about']}>{place.about}</span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  )
}

function placeOf(member: FoundMember, href: string): Place {
  const { memberNo, mobile, email } = member
  return {
    href,
    name: memberName(member),
    about: [memberNo, mobile, email].filter(Boolean).join(' · '),
  }
}

/** How long somebody has to pause before the members are searched, in milliseconds. */
const pauseMs = 200

/** A text once nobody has changed it for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
