import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Language } from '#contract/language.ts'
import type { CallEntry, CallName } from '#src/outbox/callEntry.ts'
import { isDone } from '#src/outbox/keyedCalls.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { toldHere } from '#src/outbox/page/toldHere.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/** What a member is told of a kind of call. */
interface CallTexts {
  titles: Readonly<Record<'unanswered' | 'done' | 'refused' | 'lapsed', MessageDescriptor>>
  /** It says what it is called. */
  isNamed?: true
  /** The page that it was sent from, below that of the language. */
  path: (alias: string) => string
  /** Where it goes on. */
  page: (params: { lang: Language; alias: string }) => ReactNode
  /** Where a member sees whether it was done. */
  list: (params: { lang: Language }) => ReactNode
}

const seeDetails = <Trans>See details</Trans>

const calls: Readonly<Record<CallName, CallTexts>> = {
  redeem: {
    titles: {
      unanswered: msg`We don’t know yet if this was redeemed`,
      done: msg`Your reward is redeemed`,
      refused: msg`Your reward wasn’t redeemed`,
      lapsed: msg`We don’t know if this was redeemed`,
    },
    isNamed: true,
    path: (alias) => `reward-detail/${alias}`,
    page: (params) => (
      <LinkButton to="/$lang/reward-detail/$alias" params={params}>
        {seeDetails}
      </LinkButton>
    ),
    list: (params) => (
      <LinkButton to="/$lang/my-rewards" params={params}>
        <Trans>My rewards</Trans>
      </LinkButton>
    ),
  },
  convert: {
    titles: {
      unanswered: msg`We don’t know yet if your points were converted`,
      done: msg`Points converted`,
      refused: msg`Your points weren’t converted`,
      lapsed: msg`We don’t know if your points were converted`,
    },
    path: () => 'asiamiles',
    page: ({ lang }) => (
      <LinkButton to="/$lang/asiamiles" params={{ lang }}>
        {seeDetails}
      </LinkButton>
    ),
    list: (params) => (
      <LinkButton to="/$lang/point-transaction-log" params={params}>
        <Trans>Points history</Trans>
      </LinkButton>
    ),
  },
  register: {
    titles: {
      unanswered: msg`We don’t know yet if you’re registered`,
      done: msg`We have your registration`,
      refused: msg`You weren’t registered`,
      lapsed: msg`We don’t know if you’re registered`,
    },
    isNamed: true,
    path: (alias) => `event/${alias}`,
    page: (params) => (
      <LinkButton to="/$lang/event/$alias" params={params}>
        {seeDetails}
      </LinkButton>
    ),
    list: (params) => (
      <LinkButton to="/$lang/my-events" params={params}>
        <Trans>My events</Trans>
      </LinkButton>
    ),
  },
}

/**
 * Tells a member on any page what became of a call whose page is closed, or that it has no answer yet. The page itself
 * tells more, and goes on to the result. One that has lapsed is told here alone.
 */
export function CallNotices({ memberId, calls: rows }: { memberId: string; calls: readonly CallEntry[] }) {
  const { pathname } = useLocation()
  const lang = useLanguage()
  const isUntold = ({ id, call, state, about, answer, attempts }: CallEntry) =>
    state === 'lapsed' ||
    (!toldHere.has(id) && pathname !== `/${lang}/${calls[call].path(about.alias)}` && (answer !== null || attempts > 0))
  return rows
    .filter(isUntold)
    .map((row) => <CallNotice key={row.id} row={row} onClose={() => void scanOutbox.forgetTold(memberId, row.id)} />)
}

function endOf(row: CallEntry): keyof CallTexts['titles'] {
  if (row.state === 'lapsed') return 'lapsed'
  const done = isDone(row)
  return done === null ? 'unanswered' : done ? 'done' : 'refused'
}

function CallNotice({ row, onClose }: { row: CallEntry; onClose: () => void }) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  const { titles, isNamed = false, page, list } = calls[row.call]
  const end = endOf(row)
  const day = formatDate(row.capturedAt, lang)
  return (
    <Notice tone={end === 'done' ? 'success' : 'warning'} title={i18n._(titles[end])}>
      {isNamed && <LocalText as="p" text={row.about.name} />}
      <p>
        {end === 'lapsed' && <Trans>You asked on {day} and never got an answer. Check before you ask again.</Trans>}
        {end === 'unanswered' && <Trans>We’re still waiting for an answer. Nothing will be done twice.</Trans>}
        {end === 'refused' && <Trans>Nothing has changed in your account. To see why, press “See details”.</Trans>}
        {end === 'done' && <Trans>The answer came after you’d left the page.</Trans>}
      </p>
      <ButtonRow>
        {end === 'lapsed' ? list({ lang }) : page({ lang, alias: row.about.alias })}
        {end !== 'unanswered' && (
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )}
      </ButtonRow>
    </Notice>
  )
}
