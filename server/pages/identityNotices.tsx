import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { mailPauseSeconds } from '#contract/member/auth.ts'
import { emailLinkHours } from '#contract/member/email.ts'
import type { FormError } from '#server/identity/formErrors.ts'
import { Button, buttonClass } from '#src/ui/actions/Button.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import {
  CodeField,
  CurrentPasswordField,
  ForgotPasswordLink,
  FormFault,
  type Purpose,
  TicketsNotice,
} from './identityForms.tsx'
import { Layout, LinkPage, useHome, type Words } from './Layout.tsx'
import { PasskeyForm } from './PasskeyForm.tsx'
import styles from './identityPages.module.css'

const minutesOf = (seconds: number) => Math.ceil(seconds / 60)

interface CheckMailPageProps {
  links: { code: string; goOn: string; again: string; change: string }
  email: string
  /** Until another mail may be sent: longer than a minute when too many were asked for. */
  waitSeconds: number
  /** Whether the mail was just asked for again. */
  isAgain: boolean
  purpose: Purpose
  /** What is wrong with the code. */
  fault: FormError | null
}

/**
 * Shown after a request for an account. Names the mail's recipient whether or not the address already had an account.
 */
export function CheckMailPage({ links, email, waitSeconds, isAgain, purpose, fault }: CheckMailPageProps) {
  const { t } = useLingui()
  const title = t`Check your email`
  const isTooMany = waitSeconds > mailPauseSeconds
  const minutes = minutesOf(waitSeconds)
  const isPaid = purpose.joining === 'red' || purpose.joining === 'ya'
  const lead = isTooMany
    ? t`You’ve requested several emails to ${email}. Use the latest one, or request another in Club Bravo in ${plural(minutes, { one: `${minutes} minute`, other: `${minutes} minutes` })}.`
    : isPaid
      ? t`We’ve sent an email to ${email}. Enter the code in it, or open its link. Then you fill in your details and pay.`
      : t`We’ve sent an email to ${email}. Enter the code in it, or open its link, so you can earn points and redeem rewards.`
  return (
    <Layout
      title={title}
      tabTitle={fault ? t`Error: ${title}` : title}
      news={
        isAgain && !isTooMany && <Notice tone="success">{t`We’ve sent it again. It can take a few minutes.`}</Notice>
      }
      lead={lead}
      isScripted
    >
      <FormFault fault={fault} />
      <TicketsNotice tickets={purpose.tickets} />
      <form method="post" action={links.code} noValidate>
        <CodeField fault={fault} />
        <Button type="submit" variant="primary">
          {t`Verify and continue`}
        </Button>
      </form>
      <p>
        {t`You can also do this later:`} <a href={links.goOn}>{t`Continue to Club Bravo`}</a>
      </p>
      {!isTooMany && (
        <form className={styles['again']} method="post" action={links.again}>
          <p>{t`No email? Check your spam folder first.`}</p>
          <Button
            type="submit"
            variant="quiet"
            data-wait-seconds={waitSeconds}
            data-waiting={t({
              message: 'Resend email (# s)',
              comment: 'For as long as the button has to wait; # stands for the seconds.',
            })}
          >
            {t`Resend email`}
          </Button>
        </form>
      )}
      <p className={styles['otherwise']}>
        {t`Wrong address?`} <a href={links.change}>{t`Go back and change it`}</a>
      </p>
    </Layout>
  )
}

interface TokenForm {
  action: string
  token: string
}

/** A page with one button that posts the link's token back. */
function TokenPage({
  title,
  lead,
  submit,
  form,
  children,
}: Words & { submit: string; form: TokenForm; children?: ReactNode }) {
  return (
    <Layout title={title} lead={lead} isScripted>
      <form method="post" action={form.action}>
        <input type="hidden" name="token" value={form.token} />
        {children}
        <Button type="submit" variant="primary">
          {submit}
        </Button>
      </form>
    </Layout>
  )
}

/**
 * The page of a mailed link. Verifying needs a button, because mail scanners open links, too, and the password, because
 * the mail may have been asked for by somebody who only claims the address. Password managers read the address.
 */
export function VerifyPage({ email, form, fault }: { email: string; form: TokenForm; fault: FormError | null }) {
  const { t } = useLingui()
  return (
    <TokenPage
      title={t`Verify your email address`}
      lead={t`Is ${email} your email address? To confirm it, enter the password that you chose for Club Bravo. If you didn’t ask for this, close this page.`}
      submit={t`Yes, this is my email address`}
      form={form}
    >
      <input type="email" autoComplete="username" defaultValue={email} hidden />
      <CurrentPasswordField fault={fault && { ...fault, field: 'password' }} focused />
      <ForgotPasswordLink email={email} />
    </TokenPage>
  )
}

/** Shown for a link that no longer works, with a button for a new one. */
export function LinkExpiredPage({ form }: { form: TokenForm }) {
  const { t } = useLingui()
  return (
    <TokenPage
      title={t`This link has expired`}
      lead={t`Links are valid for ${emailLinkHours} hours. We can send you a new one.`}
      submit={t`Send a new link`}
      form={form}
    />
  )
}

/**
 * Shown once an address is verified; leads on to the app, which finds out at once, and tells a person who is signed in
 * to another account.
 */
export function VerifiedPage() {
  const { t } = useLingui()
  const home = useHome()
  return (
    <LinkPage
      title={t`Your email is verified`}
      lead={t`Thank you. If Club Bravo is open in another window, go back to it and continue there.`}
      link={{ to: `${home}/email-verification#verified`, says: t`Open Club Bravo` }}
    />
  )
}

/** A page with a message and a link back to the app. */
export function PlainPage({
  about,
}: {
  about:
    | 'linkUnknown'
    | 'linkSent'
    | 'tooManyVisits'
    | 'signedOut'
    | 'broken'
    | 'unavailable'
    | 'unknownAddress'
    | 'unsubscribed'
    | 'addressKept'
    | 'addressProved'
    | 'changeUnknown'
}) {
  const { t } = useLingui()
  const words = {
    linkUnknown: {
      title: t`This link doesn’t work`,
      lead: t`Your email app may have cut it short. Copy the whole address from the email, or request a new link in Club Bravo.`,
    },
    linkSent: {
      title: t`Check your email`,
      lead: t`A new link is on its way. It can take a few minutes; check your spam folder too.`,
    },
    tooManyVisits: {
      title: t`Wait a moment`,
      lead: t`Too many attempts. Wait a few minutes, then try again. If that doesn’t work, wait an hour.`,
    },
    signedOut: { title: t`You’re signed out`, lead: t`See you at the next concert.` },
    broken: {
      title: t`We couldn’t sign you in`,
      lead: t`Something’s wrong with this request. Go back to Club Bravo and start again.`,
    },
    unknownAddress: {
      title: t`Page not found`,
      lead: t`Check the address, or go back to Club Bravo and sign in from there.`,
    },
    unsubscribed: {
      title: t`You’re unsubscribed`,
      lead: t`We won’t send you reminders or news by email any more. To change this, go to Account settings.`,
    },
    addressKept: {
      title: t`The change is stopped`,
      lead: t`The account keeps its email address. If you didn’t expect this request, contact us.`,
    },
    addressProved: {
      title: t`Your new address is confirmed`,
      lead: t`We’ll change it at the time in our email. Until then, the link in it still stops the change.`,
    },
    changeUnknown: {
      title: t`There’s no change any more`,
      lead: t`It was stopped before, or it has been made. If something’s wrong with your account, contact us.`,
    },
    unavailable: {
      title: t`Temporarily unavailable`,
      lead: t`Something went wrong on our side. Try again in a minute.`,
    },
  } satisfies Record<typeof about, Words>
  return <LinkPage {...words[about]} />
}

/** Behind the link that ends reminders: a button, because mail scanners open links, too. */
export function UnsubscribePage({ action }: { action: string }) {
  const { t } = useLingui()
  return (
    <Layout
      title={t`Unsubscribe from reminders and news?`}
      lead={t`We’ll still email you about your account, your payments, your places at events, and points or vouchers about to expire.`}
    >
      <form method="post" action={action}>
        <Button type="submit" variant="primary">
          {t`Unsubscribe`}
        </Button>
      </form>
    </Layout>
  )
}

/** Behind the link that ends the change of a lost address: a button, because mail scanners open links, too. */
export function KeepAddressPage({ action }: { action: string }) {
  const { t } = useLingui()
  return (
    <Layout
      title={t`Stop the change of the email address?`}
      lead={t`The account then keeps the email address it has. Nothing else changes.`}
    >
      <form method="post" action={action}>
        <Button type="submit" variant="primary">
          {t`Stop the change`}
        </Button>
      </form>
    </Layout>
  )
}

/**
 * Behind the link to the address that is to replace a lost one: buttons, because mail scanners open links, too.
 *
 * @param links where the buttons post to
 */
export function NewAddressPage({ email, links }: { email: string; links: { confirm: string; stop: string } }) {
  const { t } = useLingui()
  return (
    <Layout
      title={t`Is ${email} your email address?`}
      lead={t`A member has asked our staff to make it the address of their Club Bravo account. If that’s you, confirm it. If not, stop the change.`}
    >
      <form method="post" action={links.confirm}>
        <Button type="submit" variant="primary">
          {t`Yes, this is my address`}
        </Button>
      </form>
      <form method="post" action={links.stop}>
        <Button type="submit" variant="quiet">
          {t`Stop the change`}
        </Button>
      </form>
    </Layout>
  )
}

/** Shown after too many requests for a new link. */
export function TooManyMailsPage({ waitSeconds }: { waitSeconds: number }) {
  const { t } = useLingui()
  const minutes = minutesOf(waitSeconds)
  return (
    <LinkPage
      title={t`Wait before requesting another email`}
      lead={t`You’ve requested several emails. Use the latest one (check your spam folder too), or try again in ${plural(minutes, { one: `${minutes} minute`, other: `${minutes} minutes` })}.`}
    />
  )
}

/** Shown for a form whose sign-in has ended; leads back to the app, where it can begin again. */
export function PageExpiredPage() {
  const { t } = useLingui()
  const home = useHome()
  return (
    <LinkPage
      title={t`This page has expired`}
      lead={t`Sign-in took too long, or continued in another window. Nothing is lost: start again.`}
      link={{ to: home, says: t`Start again` }}
    />
  )
}

/**
 * Asks before signing out, when the app's request does not prove its origin. `form`: that of oidc-provider with its
 * protection against forged requests; its id is `op.logoutForm`.
 */
export function SignOutPage({ form }: { form: string }) {
  const { t } = useLingui()
  const home = useHome()
  return (
    <Layout title={t`Sign out of Club Bravo?`} lead={t`You’ll need your password to sign in again.`}>
      <div dangerouslySetInnerHTML={{ __html: form }} />
      <div className={styles['choices']}>
        <Button type="submit" variant="primary" form="op.logoutForm" name="logout" value="yes">
          {t`Sign out`}
        </Button>
        <a className={buttonClass('quiet')} href={home}>
          {t`Stay signed in`}
        </a>
      </div>
    </Layout>
  )
}

/** Offered once, after the password: the next sign-in needs none. */
export function PasskeyOfferPage({
  links,
  fault,
}: {
  links: { options: string; action: string; refusal: string }
  fault: FormError | null
}) {
  const { t } = useLingui()
  return (
    <Layout
      title={t`Sign in faster next time`}
      lead={t`Use your fingerprint, face or screen lock instead of your password. It stays on your device: Club Bravo never sees it.`}
      hasPasskeys
    >
      <FormFault fault={fault} />
      <PasskeyForm does="create" links={links} label={t`Create a passkey`} variant="primary" />
      <form method="post" action={links.refusal}>
        <Button type="submit" variant="quiet">
          {t`Not now`}
        </Button>
      </form>
    </Layout>
  )
}
