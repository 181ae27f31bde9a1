import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counterMember, counterVoucher } from '#contract/staff/counter.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { MemberSearch } from '../members/MemberSearch.tsx'
import { ActFailure, Answered } from '../parts/Answered.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { useMay } from '../session.ts'
import { callStaff, staffQuery } from '../staffClient.ts'
import styles from './Counter.module.css'
import { CounterMember } from './CounterMember.tsx'

const route = getRouteApi('/counter')

/** What the counter needs: who somebody is, which tier they have, and their vouchers. */
export function CounterPage() {
  const { t } = useLingui()
  const may = useMay()
  const memberId = route.useSearch().id ?? null
  const navigate = route.useNavigate()
  // In no address: whoever has a code has the voucher.
  const [typed, setTyped] = useState('')
  const show = (id: string | null, code = '') => {
    setTyped(code)
    void navigate({ search: { id: id ?? undefined }, replace: true, resetScroll: false })
  }
  return (
    <StaffPage title={t`Counter`}>
      <div className={styles['columns']}>
        <div className={styles['ways']}>
          {may('voucher_mark') && <VoucherField onAnswer={show} />}
          <MemberSearch label={t`Find a member`} chosen={memberId} onChoose={({ id }) => show(id)} />
        </div>
        {memberId === null ? (
          <Empty>
            <Trans>Type a voucher’s code, or search for a member.</Trans>
          </Empty>
        ) : (
          <ChosenMember key={`${memberId} ${typed}`} memberId={memberId} typed={typed} />
        )}
      </div>
    </StaffPage>
  )
}

function ChosenMember({ memberId, typed }: { memberId: string; typed: string }) {
  const query = useQuery(staffQuery(counterMember, { memberId }))
  return (
    <div className={styles['chosen']}>
      <Answered query={query}>
        {({ found }) =>
          found === null ? (
            <Empty>
              <Trans>We can’t find this member.</Trans>
            </Empty>
          ) : (
            <CounterMember member={found.member} vouchers={found.vouchers} typed={typed} />
          )
        }
      </Answered>
    </div>
  )
}

/** Finds whose voucher a code is, however it's written; of an unknown one nobody's vouchers are shown. */
function VoucherField({ onAnswer }: { onAnswer: (memberId: string | null, code: string) => void }) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const [state, setState] = useState<'idle' | 'busy' | 'unknown'>('idle')
  const [error, setError] = useState<unknown>(null)
  const find = async () => {
    if (code.trim() === '') return
    setState('busy')
    setError(null)
    try {
      const { memberId } = await callStaff(counterVoucher, { code })
      setState(memberId === null ? 'unknown' : 'idle')
      onAnswer(memberId, code)
    } catch (failed) {
      setState('idle')
      setError(failed)
    }
  }
  return (
    <form
      className={styles['voucherFound']}
      onSubmit={(event) => {
        event.preventDefault()
        // The next code is typed over this one.
        event.currentTarget.querySelector('input')?.select()
        void find()
      }}
    >
      <TextField
        label={t`Voucher code`}
        value={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        onChange={({ target }) => {
          setCode(target.value)
          setState('idle')
        }}
      />
      <Button type="submit" busy={state === 'busy'}>
        <Trans>Find</Trans>
      </Button>
      {state === 'unknown' && (
        <Notice tone="warning">
          <Trans>There’s no voucher with this code. Check it letter by letter.</Trans>
        </Notice>
      )}
      <ActFailure error={error} />
    </form>
  )
}
