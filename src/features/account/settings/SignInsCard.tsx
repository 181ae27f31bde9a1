import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { languageTable } from '#contract/language.ts'
import { endSignIns, type SignIn } from '#contract/member/signIns.ts'
import { type CallFailure, callFailureOf } from '#src/api/callFailure.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { FailureNotice } from '../FailureNotice.tsx'
import styles from './AccessList.module.css'
import { signInsQuery } from './signInsQuery.ts'

/** Where the member is signed in: one of the others, or all of them, can be ended. */
export function SignInsCard({ signIns }: { signIns: readonly SignIn[] }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [busy, setBusy] = useState<string | null>(null)

  const end = async (id?: string) => {
    setBusy(id ?? 'all')
    const answer = await clubClient.call(endSignIns, id === undefined ? {} : { id })
    setFailure(answer.ok ? null : callFailureOf(answer.error))
    await client.invalidateQueries({ queryKey: signInsQuery().queryKey })
    setBusy(null)
    // The button is gone with its row.
    if (answer.ok) list.current?.focus()
  }
  const nameOf = ({ browser, device }: SignIn) =>
    [browser, device].filter(Boolean).join(languageTable[lang].comma) || t`Unknown device`
  return (
    <Card title={<Trans>Where you’re signed in</Trans>}>
      {failure && <FailureNotice failure={failure} />}
      <ul ref={list} tabIndex={-1} aria-label={t`Where you’re signed in`}>
        {signIns.map((one) => {
          const name = nameOf(one)
          return (
            <li key={one.id} className={styles['row']}>
              <div>
                <p className={styles['name']}>{one.is_current ? t`${name} (this device)` : name}</p>
                <p className={styles['facts']}>
                  <Trans>
                    Since <DateText moment={one.since} />, last seen <DateText moment={one.last_seen} time />
                  </Trans>
                </p>
              </div>
              {!one.is_current && (
                <Button busy={busy === one.id} aria-label={t`Sign out ${name}`} onClick={() => void end(one.id)}>
                  <Trans>Sign out</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {signIns.some((one) => !one.is_current) && (
        <div>
          <Button busy={busy === 'all'} onClick={() => void end()}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        </div>
      )}
    </Card>
  )
}
