import { Autocomplete } from '@base-ui/react/autocomplete'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FoundMember } from '#contract/staff/schemas.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { focusFirst } from '#src/ui/overlays/focusFirst.ts'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import styles from './CommandPalette.module.css'
import { FailureNotice } from './parts/Answered.tsx'
import { useSettled } from './members/MemberSearch.tsx'
import { memberName } from './parts/memberName.ts'
import { useMay, useOwnPages } from './session.ts'
import { foundQuery } from './staffClient.ts'

interface CommandPaletteProps {
  open: boolean
  onClose: () => void
}

/** Where somebody can go. */
interface Place {
  key: string
  name: string
  /** What tells it apart. */
  about: string
  go: () => Promise<void>
}

/** Goes to a page, or to a member, by a part of the name. */
export function CommandPalette({ open, onClose }: CommandPaletteProps) {
  const { t } = useLingui()
  return (
    <Dialog open={open} onClose={onClose} title={t`Go to…`}>
      <Places onLeave={onClose} />
    </Dialog>
  )
}

function Places({ onLeave }: { onLeave: () => void }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const may = useMay()
  const [text, setText] = useState('')
  const typed = text.trim().toLowerCase()
  const asked = useSettled(text.trim())
  const mayFind = may('member_search')
  const { data, error } = useQuery(foundQuery(mayFind ? asked : ''))
  const pages = useOwnPages()
    .map(({ path, title }) => ({ key: path, name: i18n._(title), about: t`Page`, go: () => navigate({ to: path }) }))
    .filter(({ name, key }) => name.toLowerCase().includes(typed) || key.includes(typed))
  const members = typed === '' ? [] : (data?.members ?? [])
  const page = may('member_read') ? '/member' : '/counter'
  const places: Place[] = [
    ...pages,
    ...members.map((one) => ({ ...factsOf(one), go: () => navigate({ to: page, search: { id: one.id } }) })),
  ]
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
              key={place.key}
              value={place}
              className={styles['place'] ?? ''}
              onClick={() => {
                void place.go()
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

function factsOf(member: FoundMember) {
  const { id, memberNo, mobile, email } = member
  return { key: id, name: memberName(member), about: [memberNo, mobile, email].filter(Boolean).join(' · ') }
}
