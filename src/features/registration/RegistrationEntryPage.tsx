import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'
import * as v from 'valibot'
import {
  leastMobileDigits,
  accountMessages,
  EmailOrMobile,
  verifyEmailOrMobile,
} from '#contract/registration/registration.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { KeptTickets } from '#src/features/scan/visitor/KeptTickets.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Email } from '#contract/member/auth.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { flows } from './flows.ts'
import styles from './Registration.module.css'
import { freeFormPath } from './guards.ts'
import { storeTypedMobile } from './typedMobile.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For earlier members: the address or mobile number that they have typed already. */
    emailOrMobile?: string
  }
}

interface RegistrationEntryPageProps {
  /** The page from which the person came, not validated yet. */
  cameFrom: string | null
}

/**
 * The beginning of joining: an email address or mobile number leads to the earlier membership, to signing in, or to a
 * new account.
 */
export function RegistrationEntryPage({ cameFrom }: RegistrationEntryPageProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const { data: contents } = useQuery(contentQueries.staticContents())
  const [text, setText] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<AccountLookUp | null>(null)
  /** Where signing in leads whoever has an account. */
  const afterSignIn = cameFrom ?? `/${lang}/member-detail`

  const goOn = async () => {
    setAsking(true)
    setOutcome(null)
    const found = await lookUpAccount(text)
    // The button stays busy until the next page is there.
    setAsking(found.kind === 'existing' || found.kind === 'user' || found.kind === 'nobody')
    switch (found.kind) {
      case 'user':
        return navigate({
          to: '/login',
          state: { returnTo: afterSignIn, ...(found.email && { loginHint: found.email }) },
        })
      case 'nobody':
        storeTypedMobile(found.mobile ?? null)
        return navigate({
          to: '/login',
          state: {
            returnTo: freeFormPath(lang, cameFrom),
            loginIntent: 'join',
            ...(found.email && { loginHint: found.email }),
          },
        })
      case 'invalid':
        field.current?.focus()
        return setOutcome(found)
      case 'existing':
        return navigate({ to: flows.existing.page, params: { lang }, state: { emailOrMobile: text.trim() } })
      case 'too_many':
      case 'unreachable':
        return setOutcome(found)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isAsking) void goOn()
  }
  if (contents?.takes_members === false)
    return (
      <Page title={t`Join Club Bravo`} narrow>
        <EmptyState title={<Trans>Joining opens soon</Trans>} icon="info">
          <p>
            <Trans>We’re still preparing the terms of membership. Check back soon.</Trans>
          </p>
          <LinkButton to="/login" state={{ returnTo: afterSignIn }}>
            <Trans>I already have an account</Trans>
          </LinkButton>
        </EmptyState>
      </Page>
    )
  return (
    <Page
      title={t`Are you already a member?`}
      lead={<Trans>Enter your email address or mobile number so we can check if you’re a member.</Trans>}
      narrow
    >
      <KeptTickets memberId={null} isOnTheWay />
      <form className={styles['form']} noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label={t`Email address or mobile number`}
          name="email-or-mobile"
          value={text}
          onChange={({ target }) => setText(target.value)}
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          error={
            outcome?.kind === 'invalid' &&
            (text.trim() === '' ? (
              <Trans>Enter your email address or mobile number.</Trans>
            ) : (
              <Trans>
                Enter an email address such as name@example.com, or a mobile number of at least {leastMobileDigits}{' '}
                digits.
              </Trans>
            ))
          }
        />
        <EntryProblem outcome={outcome} />
        <ButtonRow>
          <Button type="submit" variant="primary" size="large" busy={isAsking}>
            <Trans>Continue</Trans>
          </Button>
          <LinkButton to="/login" state={{ returnTo: afterSignIn }} variant="quiet" size="large">
            <Trans>I already have an account</Trans>
          </LinkButton>
        </ButtonRow>
      </form>
      <p className={styles['hint']}>
        <Trans>Basic membership is free, and you can move up to another tier at any time.</Trans>
      </p>
      <EarlierMembers />
      <YouthLink />
    </Page>
  )
}

/** What the look-up found instead of a way on. */
function EntryProblem({ outcome }: { outcome: AccountLookUp | null }) {
  if (outcome === null) return null
  switch (outcome.kind) {
    case 'unreachable':
      return (
        <Notice tone="warning" title={<Trans>Club Bravo couldn’t be reached</Trans>}>
          <p>
            <Trans>Check your connection and try again.</Trans>
          </p>
        </Notice>
      )
    case 'too_many':
      return (
        <Notice tone="warning" title={<Trans>Wait a moment</Trans>}>
          <p>
            <Trans>Too many attempts. Try again in a minute.</Trans>
          </p>
        </Notice>
      )
    case 'existing':
    case 'invalid':
    case 'user':
    case 'nobody':
      return null
  }
}

/** The way for those who have a member number from before. */
function EarlierMembers() {
  const lang = useLanguage()
  return (
    <p>
      <Trans>
        Do you already have a member number?{' '}
        <TextLink to="/$lang/registration-existing" params={{ lang }}>
          Link your earlier membership
        </TextLink>
      </Trans>
    </p>
  )
}

/** The way to the young audience scheme, for whoever looks for it among the memberships. */
function YouthLink() {
  const lang = useLanguage()
  return (
    <p>
      <Trans>
        Are you a student?{' '}
        <TextLink to="/$lang/registration-ya" params={{ lang }}>
          Apply to the Young Audience Scheme
        </TextLink>
      </Trans>
    </p>
  )
}

/**
 * Who an email address or mobile number belongs to: an earlier member, somebody with an account, or nobody yet. `email`
 * and `mobile`: the address or number, whichever it is. Or why that is not known: the text is neither of the two, too
 * many attempts, or no answer.
 */
type AccountLookUp =
  | { kind: 'existing' | 'invalid' | 'too_many' | 'unreachable' }
  | { kind: 'user' | 'nobody'; email: string | undefined; mobile: string | undefined }

/** Asks the server who a typed email address or mobile number belongs to. Never rejects. */
async function lookUpAccount(text: string): Promise<AccountLookUp> {
  const parsed = v.safeParse(EmailOrMobile, text)
  if (!parsed.success) return { kind: 'invalid' }
  const answer = await clubClient.call(verifyEmailOrMobile, { email_or_mobile: parsed.output })
  if (!answer.ok) {
    const status = answer.error.kind === 'http' ? answer.error.status : 0
    return { kind: status === 429 ? 'too_many' : status === 422 ? 'invalid' : 'unreachable' }
  }
  const { success, message } = answer.data
  if (success && message === accountMessages.existing) return { kind: 'existing' }
  const [email, mobile] = v.is(Email, parsed.output) ? [parsed.output] : [undefined, parsed.output]
  return { kind: success ? 'user' : 'nobody', email, mobile }
}
