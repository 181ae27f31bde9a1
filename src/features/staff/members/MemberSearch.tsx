import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { mostFound } from '#contract/staff/members.ts'
import type { FoundMember } from '#contract/staff/schemas.ts'
import { Badge } from '#src/ui/content/Badge.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import { SearchField } from '#src/ui/forms/SearchField.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Answered } from '../parts/Answered.tsx'
import { memberName } from '../parts/memberName.ts'
import { foundQuery } from '../staffClient.ts'
import styles from './Members.module.css'

interface MemberSearchProps {
  label: string
  onChoose: (member: FoundMember) => void
  chosen: string | null
}

/** How long somebody has to pause before the members are searched, in milliseconds. */
const pauseMs = 200

/** A text once nobody has changed it for a while; an empty one at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  if (text === '' && settled !== '') setSettled('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/**
 * Finds members; empty until something is asked for. Arrow keys move to those that were found. What is searched is in
 * no address: it would stay in the history of a browser that others use, too.
 */
export function MemberSearch({ label, onChoose, chosen }: MemberSearchProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const asked = useSettled(typed.trim())
  return (
    <div ref={followArrows} className={styles['search']}>
      <SearchField
        label={label}
        value={typed}
        onChange={setTyped}
        placeholder={t`Name, mobile, email, number or reference`}
      />
      <FoundMembers
        asked={asked}
        chosen={chosen}
        onChoose={onChoose}
        none={<Trans>No one found. Try another part of the name, or the whole number.</Trans>}
      />
    </div>
  )
}

interface FoundMembersProps extends Pick<MemberSearchProps, 'onChoose' | 'chosen'> {
  /** What was searched for; nothing where it is empty. */
  asked: string
  /** What is said where nobody was found. */
  none: ReactNode
}

/** The members that a text finds. */
export function FoundMembers({ asked, none, chosen, onChoose }: FoundMembersProps) {
  const { t } = useLingui()
  const query = useQuery(foundQuery(asked))
  if (asked === '') return null
  return (
    <Answered query={query}>
      {({ members, hasMore, isNear }) =>
        members.length === 0 ? (
          <output>
            <Empty>{none}</Empty>
          </output>
        ) : (
          <>
            <p className={styles['count']}>
              <output>
                {hasMore ? (
                  <Trans>More than {mostFound} members. Type more.</Trans>
                ) : isNear ? (
                  <Plural
                    value={members.length}
                    one="No exact match. # member is similar:"
                    other="No exact match. # members are similar:"
                  />
                ) : (
                  <Plural value={members.length} one="# member" other="# members" />
                )}
              </output>
            </p>
            <ul className={styles['found']} aria-label={t`Members found`}>
              {members.map((member) => (
                <li key={member.id}>
                  <Found member={member} isChosen={member.id === chosen} onChoose={() => onChoose(member)} />
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Answered>
  )
}

function Found({ member, isChosen, onChoose }: { member: FoundMember; isChosen: boolean; onChoose: () => void }) {
  const { email, mobile, memberNo, tier, isActive, suspendedAt } = member
  return (
    <button type="button" className={styles['one']} aria-pressed={isChosen} onClick={onChoose}>
      <span className={styles['name']}>
        {memberName(member)}
        <TierBadge tier={tier} />
        {!isActive && (
          <Badge tone="danger">
            <Trans>Closed</Trans>
          </Badge>
        )}
        {suspendedAt !== null && (
          <Badge tone="warning">
            <Trans>Suspended</Trans>
          </Badge>
        )}
      </span>
      <span className={styles['facts']}>{[memberNo, mobile, email].filter(Boolean).join(' · ')}</span>
    </button>
  )
}

/** Lets arrow keys move between the field and the members below it. */
export function followArrows(search: HTMLElement | null) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (search) moveFocus(search, event.key === 'ArrowDown' ? 1 : -1)
  }
  search?.addEventListener('keydown', press)
  return () => search?.removeEventListener('keydown', press)
}

/** Moves the focus between the field and the members below it. */
function moveFocus(search: HTMLElement, step: 1 | -1): void {
  const stops = [...search.querySelectorAll<HTMLElement>('input, li button')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus()
}
