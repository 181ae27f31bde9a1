import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FaultReason, FormError } from '#server/identity/formErrors.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { FormField } from './FormField.tsx'
import { Layout, useFrame } from './Layout.tsx'
import styles from './identityPages.module.css'

/** What is wrong, in words. */
function useFaultText(): (reason: FaultReason) => string {
  const { t } = useLingui()
  return (reason) =>
    ({
      email: t`Enter an email address like name@example.com.`,
      passwordMissing: t`Enter your password.`,
      passwordShort: t`Use at least 8 characters.`,
      passwordLong: t`Use at most 200 characters.`,
      passwordCommon: t`This password is on lists of stolen ones. Please choose another.`,
      passwordsDiffer: t`The passwords don’t match. Please enter the same one twice.`,
      passwordWrong: t`That password isn’t right. Enter the one you chose when you created your account.`,
      mismatch: t`Incorrect email or password.`,
      tooMany: t`Too many attempts. Wait a minute, then try again.`,
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

/** `username`, so that password managers treat the addresses of both forms as one. */
function EmailField({ value, fault, focused }: FieldProps & { value: string }) {
  const { t } = useLingui()
  return (
    <FormField
      name="email"
      label={t`Email address`}
      type="email"
      inputMode="email"
      autoComplete="username"
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

function NewPasswordFields({ fault, at }: { fault: FormError | null; at: FormError['field'] }) {
  const { t } = useLingui()
  const secret = { type: 'password', autoComplete: 'new-password' } as const
  return (
    <>
      <FormField
        {...secret}
        name="password"
        label={t`Choose a password`}
        hint={t`At least 8 characters. A few words you’ll remember work best.`}
        focused={at === 'password'}
        {...useBlame('password', fault)}
      />
      <FormField
        {...secret}
        name="repeat"
        label={t`Confirm password`}
        focused={at === 'repeat'}
        {...useBlame('repeat', fault)}
      />
    </>
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
export interface FormLinks {
  action: string
  otherwise: string
  cancel: string
}

interface FormPageProps {
  words: { title: string; lead: string; submit: string; otherwise: string; otherwiseLink: string }
  links: FormLinks
  fault: FormError | null
  /** The fields. */
  children: ReactNode
}

function FormPage({ words, links, fault, children }: FormPageProps) {
  const { t } = useLingui()
  const textOf = useFaultText()
  const { title } = words
  return (
    <Layout title={title} tabTitle={fault ? t`Error: ${title}` : title} lead={words.lead} isScripted>
      {fault?.field === 'form' && (
        <div id="form-error">
          <Notice tone="danger">{textOf(fault.reason)}</Notice>
        </div>
      )}
      <form method="post" action={links.action} noValidate>
        {children}
        <Button type="submit" variant="primary">
          {words.submit}
        </Button>
      </form>
      <p className={styles['otherwise']}>
        {words.otherwise}{' '}
        <a href={links.otherwise} data-takes-email="">
          {words.otherwiseLink}
        </a>
      </p>
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
  fault: FormError | null
}

/** The sign-in page. It does not reveal whether address or password was wrong. */
export function SignInPage({ links, email, why, fault }: SignInPageProps) {
  const { t } = useLingui()
  const at = fault?.field === 'form' ? 'password' : (fault?.field ?? (email ? 'password' : 'email'))
  const leads = {
    expired: t`Your sign-in has expired. Please sign in again to carry on.`,
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
    <FormPage words={words} links={links} fault={fault}>
      <EmailField value={email} fault={fault} focused={at === 'email'} />
      <CurrentPasswordField fault={fault} focused={at === 'password'} />
      <ForgotPasswordLink email={email} />
    </FormPage>
  )
}

/** The page that creates an account. */
export function CreateAccountPage({ links, email, fault }: Omit<SignInPageProps, 'why'>) {
  const { t } = useLingui()
  const at = fault?.field ?? (email ? 'password' : 'email')
  const words = {
    title: t`Create an account`,
    lead: t`One account for your points, rewards and events. It’s free.`,
    submit: t`Create account`,
    otherwise: t`Already have an account?`,
    otherwiseLink: t`Sign in`,
  }
  return (
    <FormPage words={words} links={links} fault={fault}>
      <EmailField value={email} fault={fault} focused={at === 'email'} />
      <NewPasswordFields fault={fault} at={at} />
    </FormPage>
  )
}
