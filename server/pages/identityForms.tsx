import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ClubLink } from '#contract/content.ts'
import { emailCodeLength } from '#contract/member/email.ts'
import type { FormType } from '#contract/registration/formTypes.ts'
import { maxPasswordLength, minPasswordLength } from '#contract/member/password.ts'
import type { FaultReason, FormError } from '#server/identity/formErrors.ts'
import { clubAddresses } from '#src/content/clubLinks.ts'
import { formatMoney, formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { FormField } from './FormField.tsx'
import { PasskeyForm, type PasskeyLinks } from './PasskeyForm.tsx'
import { Layout, useFrame } from './Layout.tsx'
import styles from './identityPages.module.css'

/** What is wrong, in words. */
function useFaultText(): (reason: FaultReason) => string {
  const { t } = useLingui()
  return (reason) =>
    ({
      email: t`Enter an email address such as name@example.com.`,
      passwordMissing: t`Enter your password.`,
      passwordShort: t`Use at least ${minPasswordLength} characters.`,
      passwordLong: t`Use at most ${maxPasswordLength} characters.`,
      passwordCommon: t`This password has appeared in a data leak. Choose another.`,
      codeShape: t`Enter the ${emailCodeLength}-digit code from our email.`,
      codeWrong: t`That isn’t the code in our latest email. Check it, or resend the email for a new code.`,
      codeExpired: t`This code no longer works. Open the link in our email, or resend it for a new code.`,
      passwordWrong: t`That password isn’t right. Enter the one you chose when you created your account.`,
      mismatch: t`Incorrect email or password.`,
      passkey: t`That passkey didn’t work. Try again, or sign in another way.`,
      tooMany: t`Too many attempts. Wait a few minutes, then try again. If that doesn’t work, wait an hour.`,
    })[reason]
}

interface FieldProps {
  fault: FormError | null
  focused: boolean
}

/** What a field says about the fault of its form. */
function useBlame(field: FormError['field'], fault: FormError | null) {
  const textOf = useFaultText()
  return {
    error: fault?.field === field ? textOf(fault.reason) : undefined,
    blamedBy: fault?.field === 'form' && fault.reason === 'mismatch' ? 'form-error' : undefined,
  }
}

/**
 * `username`, so that password managers treat the addresses of both forms as one; `webauthn`, so that browsers offer
 * passkeys in it.
 */
export function EmailField({
  value,
  fault,
  focused,
  hasPasskeys = false,
}: FieldProps & { value: string; hasPasskeys?: boolean }) {
  const { t } = useLingui()
  return (
    <FormField
      name="email"
      label={t`Email address`}
      type="email"
      inputMode="email"
      autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
      value={value}
      focused={focused}
      {...useBlame('email', fault)}
    />
  )
}

/** The password that opens an account. */
export function CurrentPasswordField({ fault, focused }: FieldProps) {
  const { t } = useLingui()
  return (
    <FormField
      name="password"
      label={t`Password`}
      type="password"
      autoComplete="current-password"
      focused={focused}
      {...useBlame('password', fault)}
    />
  )
}

/** Typed once: it can be shown, and an email chooses another. */
function NewPasswordField({ fault, focused }: FieldProps) {
  const { t } = useLingui()
  return (
    <FormField
      type="password"
      autoComplete="new-password"
      name="password"
      label={t`Choose a password`}
      hint={t`At least ${minPasswordLength} characters. A few words you’ll remember work best.`}
      focused={focused}
      {...useBlame('password', fault)}
    />
  )
}

/**
 * What creating an account accepts: above the button, whose press is the consent. Both open in a new tab: the form
 * stays.
 */
function Terms({ clubLinks }: { clubLinks: readonly ClubLink[] }) {
  const { origin, language } = useFrame()
  const { privacy } = clubAddresses(clubLinks, language)
  const terms = `${origin}/${language}/terms-and-conditions`
  return (
    <p className={styles['terms']}>
      {privacy === null ? (
        <Trans>
          By creating an account, you accept the privacy policy and the{' '}
          <NewTab href={terms}>terms and conditions</NewTab>.
        </Trans>
      ) : (
        <Trans>
          By creating an account, you accept the <NewTab href={privacy}>privacy policy</NewTab> and the{' '}
          <NewTab href={terms}>terms and conditions</NewTab>.
        </Trans>
      )}
    </p>
  )
}

function NewTab({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

/**
 * The code of the mail. Phones offer it from the mail, and bring a keyboard of digits. The page's script sends it with
 * its last digit.
 */
export function CodeField({ fault }: { fault: FormError | null }) {
  const { t } = useLingui()
  return (
    <FormField
      name="code"
      label={t`${emailCodeLength}-digit code`}
      hint={<span data-scripted hidden>{t`We check it when you type the last digit.`}</span>}
      data-digits={emailCodeLength}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      focused
      {...useBlame('code', fault)}
    />
  )
}

/** Leads to a new password. Whoever uses it has proved the address as well. */
export function ForgotPasswordLink({ email }: { email: string }) {
  const { t } = useLingui()
  const { origin, language } = useFrame()
  const hash = email === '' ? '' : `#${new URLSearchParams({ email })}`
  return (
    <p>
      <a href={`${origin}/${language}/forgot-password${hash}`} data-takes-email="">
        {t`Forgot your password?`}
      </a>
    </p>
  )
}

/** The addresses that a form's page leads to. */
interface FormLinks {
  action: string
  otherwise: string
  cancel: string
}

/** What a sign-in is for, as the app says. */
export interface Purpose {
  /** The way to join that was chosen; null where none was, or none but an account. */
  joining: FormType | null
  /** Tickets on the device that wait for whoever signs in, and what they say that they are worth. */
  tickets: { points: number | null } | null
}

/** Whoever comes from a ticket that waits on their device is told that it does. */
export function TicketsNotice({ tickets }: Pick<Purpose, 'tickets'>) {
  const { t } = useLingui()
  if (tickets === null) return null
  const { points } = tickets
  const figure = formatPoints(points ?? 0)
  const title =
    points === null
      ? t`What you scanned is waiting for you`
      : t`${plural(points, { one: `${figure} point is waiting for you`, other: `${figure} points are waiting for you` })}`
  return (
    <Notice tone="info" title={title}>
      <p>{t`What you scanned goes into your account as soon as you’ve joined.`}</p>
    </Notice>
  )
}

interface FormPageProps {
  words: { title: string; lead: string; submit: string; otherwise: string; otherwiseLink: string }
  links: FormLinks
  fault: FormError | null
  purpose: Purpose
  /** Whether its script knows of passkeys. */
  hasPasskeys?: boolean
  /** Another form. */
  below?: ReactNode
  /** Other ways, below. */
  more?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** What is wrong with a form as a whole. */
export function FormFault({ fault }: { fault: FormError | null }) {
  const textOf = useFaultText()
  if (fault?.field !== 'form') return null
  return (
    <div id="form-error">
      <Notice tone="danger">{textOf(fault.reason)}</Notice>
    </div>
  )
}

function FormPage({ words, links, fault, purpose, hasPasskeys, below, more, children }: FormPageProps) {
  const { t } = useLingui()
  const { title } = words
  return (
    <Layout
      title={title}
      tabTitle={fault ? t`Error: ${title}` : title}
      lead={words.lead}
      isScripted
      hasPasskeys={hasPasskeys}
    >
      <FormFault fault={fault} />
      <TicketsNotice tickets={purpose.tickets} />
      <form method="post" action={links.action} noValidate>
        {children}
        <Button type="submit" variant="primary">
          {words.submit}
        </Button>
      </form>
      {below}
      <p className={styles['otherwise']}>
        {words.otherwise}{' '}
        <a href={links.otherwise} data-takes-email="">
          {words.otherwiseLink}
        </a>
      </p>
      {more}
      <form method="post" action={links.cancel}>
        <Button type="submit" variant="quiet">{t`Back to Club Bravo`}</Button>
      </form>
    </Layout>
  )
}

interface SignInPageProps {
  links: FormLinks
  email: string
  /** What has led here, which the page says: an earlier sign-in has expired, or an account was asked for in vain. */
  why: 'expired' | 'claimed' | null
  purpose: Purpose
  fault: FormError | null
  /** Where a passkey is asked for; null where there are none. */
  passkey: PasskeyLinks | null
}

/** The sign-in page. It does not reveal whether address or password was wrong. */
export function SignInPage({ links, email, why, purpose, fault, passkey }: SignInPageProps) {
  const { t } = useLingui()
  const at = fault?.field === 'form' ? 'password' : (fault?.field ?? (email ? 'password' : 'email'))
  const leads = {
    expired: t`Your sign-in has expired. Sign in again to carry on.`,
    claimed: t`Our email tells you how to carry on. If you already had an account, sign in with its password.`,
  }
  const words = {
    title: t`Sign in`,
    lead: why ? leads[why] : t`Welcome back. Your points and tickets are waiting.`,
    submit: t`Sign in`,
    otherwise: t`New to Club Bravo?`,
    otherwiseLink: t`Create an account`,
  }
  return (
    <FormPage
      words={words}
      links={links}
      fault={fault}
      purpose={purpose}
      hasPasskeys={passkey !== null}
      below={
        passkey && <PasskeyForm does="get" links={passkey} label={t`Use a passkey`} variant="secondary" isAutofill />
      }
    >
      <EmailField value={email} fault={fault} focused={at === 'email'} hasPasskeys={passkey !== null} />
      <CurrentPasswordField fault={fault} focused={at === 'password'} />
      <ForgotPasswordLink email={email} />
      {passkey && <input type="hidden" name="passkeys" />}
    </FormPage>
  )
}

interface CreateAccountPageProps extends Omit<SignInPageProps, 'why' | 'passkey'> {
  /** What Red and the scheme cost, in Hong Kong dollars. */
  fee: number
  clubLinks: readonly ClubLink[]
}

/** In its place while the club has no terms that one could accept. */
export function JoiningOpensSoonPage({ links }: { links: Pick<FormLinks, 'otherwise' | 'cancel'> }) {
  const { t } = useLingui()
  return (
    <Layout title={t`Joining opens soon`} lead={t`We’re still preparing the terms of membership. Check back soon.`}>
      <p className={styles['otherwise']}>
        {t`Already have an account?`} <a href={links.otherwise}>{t`Sign in`}</a>
      </p>
      <form method="post" action={links.cancel}>
        <Button type="submit" variant="quiet">{t`Back to Club Bravo`}</Button>
      </form>
    </Layout>
  )
}

/** The page that creates an account: with it, one is a member. It says what follows for the way to join. */
export function CreateAccountPage({ links, email, purpose, fault, fee: dollars, clubLinks }: CreateAccountPageProps) {
  const { t } = useLingui()
  const { origin, language } = useFrame()
  const at = fault?.field ?? (email ? 'password' : 'email')
  const fee = formatMoney(dollars)
  const leads: Record<FormType, string> = {
    free: t`It’s free and makes you a Basic member straight away: points for scanned tickets, rewards and events.`,
    red: t`Next, pay ${fee} by card, and you’re a Red member.`,
    ya: t`Next, apply to the Young Audience Scheme and pay ${fee} by card.`,
    sc: t`Next, redeem your card partner upgrade.`,
    'free-tier-upgrade': t`Next, accept your invitation.`,
    existing: t`Next, link your earlier membership.`,
  }
  const words = {
    title: t`Create an account`,
    lead: leads[purpose.joining ?? 'free'],
    submit: t`Create account`,
    otherwise: t`Already have an account?`,
    otherwiseLink: t`Sign in`,
  }
  return (
    <FormPage
      words={words}
      links={links}
      fault={fault}
      purpose={purpose}
      more={
        purpose.joining !== 'existing' && (
          <>
            <p className={styles['otherwise']}>
              {t`Were you a member before?`}{' '}
              <a href={`${origin}/${language}/registration`}>{t`Find your earlier membership`}</a>
            </p>
            <p>
              <a href={`${origin}/${language}/join-club-bravo#ways`}>{t`Other ways to join`}</a>
            </p>
          </>
        )
      }
    >
      <EmailField value={email} fault={fault} focused={at === 'email'} />
      <NewPasswordField fault={fault} focused={at === 'password'} />
      <Terms clubLinks={clubLinks} />
    </FormPage>
  )
}
