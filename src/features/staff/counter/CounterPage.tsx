import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { counterMember } from '#contract/staff/counter.ts'
import { longestSearched, searchMembers } from '#contract/staff/members.ts'
import type { FoundMember } from '#contract/staff/schemas.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { SearchField } from '#src/ui/forms/SearchField.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { FoundMembers, followArrows, useSettled } from '../members/MemberSearch.tsx'
import { Answered } from '../parts/Answered.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { foundQuery, staffQuery } from '../staffClient.ts'
import styles from './Counter.module.css'
import { CodeCamera } from './CodeCamera.tsx'
import { CounterMember } from './CounterMember.tsx'
import { useCounterKeys } from './useCounterKeys.ts'
import { idleSeconds, useIdle, warningSeconds } from './useIdle.ts'

const route = getRouteApi('/counter')

/** Of those found, the one who is meant: the only one, or whose whole number or address was given. */
function meantOf(members: readonly FoundMember[], text: string): FoundMember | undefined {
  const given = text.toLowerCase()
  const whole = members.filter(({ memberNo, email }) => [memberNo?.toLowerCase(), email].includes(given))
  const meant = whole.length > 0 ? whole : members
  return meant.length === 1 ? meant[0] : undefined
}

/**
 * What the counter needs: who somebody is, which tier they have, and their vouchers. One field takes what a guest says
 * or shows, also from a hand scanner, which types a code and presses Enter. Nothing of a guest stays for the next one.
 */
export function CounterPage() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const search = useRef<HTMLFormElement>(null)
  const memberId = route.useSearch().id ?? null
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState('')
  // What was sent by Enter, and by what the member who is shown was found: in no address.
  const [sent, setSent] = useState('')
  const [foundBy, setFoundBy] = useState('')
  const latest = useRef('')
  // Whoever is the only one found is shown, and needs no list.
  const [sole, setSole] = useState('')
  const [usesCamera, setUsesCamera] = useState(false)
  const text = typed.trim().slice(0, longestSearched)
  const settled = useSettled(text)
  const asked = sent === text || text === '' ? text : settled
  const focusField = () => {
    const field = search.current?.querySelector('input')
    field?.focus()
    field?.select()
  }
  const show = (id: string | null, by = '') => {
    setFoundBy(by)
    void navigate({ search: { id: id ?? undefined }, replace: true, resetScroll: false })
  }
  const find = async (given: string) => {
    // The next guest is typed or scanned over this one.
    focusField()
    if (given === '') return
    latest.current = given
    setSent(given)
    setSole('')
    show(null)
    const found = await queries.fetchQuery(foundQuery(given)).catch(() => null)
    if (found === null || found.isNear || latest.current !== given) return
    const meant = meantOf(found.members, given)
    if (found.members.length === 1) setSole(given)
    if (meant) show(meant.id, given)
  }
  const leave = () => {
    latest.current = ''
    setTyped('')
    setSent('')
    setSole('')
    show(null)
    for (const { path } of [searchMembers, counterMember]) queries.removeQueries({ queryKey: [path] })
    focusField()
  }
  useEffect(focusField, [])
  useCounterKeys({ focusField, onEscape: leave })
  const isWarning = useIdle({ isWaiting: memberId !== null || typed !== '', onIdle: leave })
  return (
    <StaffPage title={t`Counter`}>
      <div className={styles['columns']}>
        <form
          ref={search}
          className={styles['search']}
          onSubmit={(event) => {
            event.preventDefault()
            void find(text)
          }}
        >
          <div ref={followArrows} className={styles['search']}>
            <SearchField
              label={t`Member or voucher`}
              value={typed}
              onChange={(next) => {
                // An answer that is on its way is about somebody else.
                latest.current = ''
                setTyped(next)
              }}
              placeholder={t`Name, mobile, email, number or voucher code`}
            />
            <p className={styles['hint']}>
              <Trans>
                Type or scan, then press Enter. <kbd>Esc</kbd> clears the page for the next guest, and so do{' '}
                {idleSeconds} seconds without input.
              </Trans>
            </p>
            <div>
              <Button onClick={() => setUsesCamera(true)}>
                <Icon name="camera" />
                <Trans>Scan with the camera</Trans>
              </Button>
            </div>
            <FoundMembers
              asked={asked === sole ? '' : asked}
              chosen={memberId}
              onChoose={({ id }) => {
                latest.current = ''
                show(id, text)
                focusField()
              }}
              none={<Trans>No member or voucher found. Check it letter by letter, or try part of the name.</Trans>}
            />
          </div>
        </form>
        <div className={styles['chosen']}>
          {(memberId !== null || text !== '') && (
            <div className={styles['next']}>
              <Button onClick={leave}>
                <Trans>Next guest</Trans> <kbd>Esc</kbd>
              </Button>
            </div>
          )}
          {isWarning && (
            <Notice tone="warning">
              <Trans>
                This page clears in {warningSeconds} seconds. To keep it, press any key or move the pointer.
              </Trans>
            </Notice>
          )}
          {memberId !== null ? (
            <ChosenMember
              key={`${memberId} ${foundBy}`}
              memberId={memberId}
              foundBy={foundBy}
              onMarked={() => {
                // On a tablet, the field's keyboard would cover what became of it.
                if (matchMedia('(pointer: fine)').matches) focusField()
              }}
            />
          ) : (
            text === '' && (
              <Empty>
                <Trans>Ready for the next guest.</Trans>
              </Empty>
            )
          )}
        </div>
      </div>
      {usesCamera && (
        <CodeCamera
          hint={<Trans>Hold the guest’s membership card or voucher in front of the camera.</Trans>}
          onCode={(code) => {
            setUsesCamera(false)
            setTyped(code)
            void find(code.trim().slice(0, longestSearched))
          }}
          onClose={() => setUsesCamera(false)}
        />
      )}
    </StaffPage>
  )
}

interface ChosenMemberProps {
  memberId: string
  foundBy: string
  onMarked: () => void
}

function ChosenMember({ memberId, foundBy, onMarked }: ChosenMemberProps) {
  const query = useQuery(staffQuery(counterMember, { memberId }))
  return (
    <Answered query={query}>
      {({ found }) =>
        found === null ? (
          <Empty>
            <Trans>We can’t find this member.</Trans>
          </Empty>
        ) : (
          <CounterMember member={found.member} vouchers={found.vouchers} foundBy={foundBy} onMarked={onMarked} />
        )
      }
    </Answered>
  )
}
