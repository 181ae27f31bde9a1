import { html } from 'hono/html'
import type { Messages } from '../messages/messages.ts'
import { messages } from '../messages/messagesByLanguage.ts'
import { layout, type Markup, type PageContext } from './layout.ts'

export type FaultReason = keyof Messages['faults']

/** What is wrong with a form: the field that gets the focus, and why. `form` means the form as a whole. */
export interface FormError {
  field: 'email' | 'password' | 'repeat' | 'form'
  reason: FaultReason
}

const faultyFields: Record<FaultReason, FormError['field']> = {
  email: 'email',
  passwordMissing: 'password',
  passwordShort: 'password',
  passwordLong: 'password',
  passwordCommon: 'password',
  passwordWrong: 'password',
  passwordsDiffer: 'repeat',
  mismatch: 'form',
  tooMany: 'form',
}

const isFaultReason = (text: string): text is FaultReason => Object.hasOwn(faultyFields, text)

/** The fault that an address names: the answer to a form is a redirect, to the page that says what was wrong. */
export function formErrorOf(reason: string | undefined): FormError | null {
  return reason !== undefined && isFaultReason(reason) ? { field: faultyFields[reason], reason } : null
}

/** The status of a page with a fault. Browsers do not offer to save the password that led to it. */
export function statusOf(fault: FormError | null): 200 | 422 | 429 {
  if (fault === null) return 200
  return fault.reason === 'tooMany' ? 429 : 422
}

interface Field {
  name: 'email' | 'password' | 'repeat'
  label: string
  type: 'email' | 'password'
  autocomplete: 'username' | 'current-password' | 'new-password'
  value?: string
  hint?: string
  focused: boolean
}

/** Shows what is typed in a password's field; the script brings it in. */
function showButton(name: string, text: Messages) {
  return html`<button
    class="show"
    type="button"
    data-shows="${name}"
    aria-label="${text.showPassword}"
    aria-describedby="${name}-label"
    aria-pressed="false"
    hidden
  >
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
      <path class="struck" d="m4 4 16 16" />
    </svg>
  </button>`
}

function field(
  { name, label, type, autocomplete, value = '', hint, focused }: Field,
  fault: FormError | null,
  text: Messages,
) {
  const wrong = fault?.field === name
  const blamed = wrong || (fault?.field === 'form' && fault.reason === 'mismatch')
  const about = [hint && `${name}-hint`, wrong && `${name}-error`, !wrong && blamed && 'form-error']
    .filter(Boolean)
    .join(' ')
  return html`<div class="field">
    <label for="${name}" id="${name}-label">${label}</label>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
    <div class="entry">
      <input
        id="${name}"
        name="${name}"
        type="${type}"
        value="${value}"
        autocomplete="${autocomplete}"
        ${type === 'email' ? html`inputmode="email"` : ''}
        autocapitalize="none"
        spellcheck="false"
        ${about ? html`aria-describedby="${about}"` : ''}
        ${blamed ? html`aria-invalid="true"` : ''}
        ${focused ? html`autofocus` : ''}
        required
      />
      ${type === 'password' ? showButton(name, text) : ''}
    </div>
    ${wrong ? html`<p class="error" id="${name}-error" role="alert">${text.faults[fault.reason]}</p>` : ''}
  </div>`
}

/** `username`, so that password managers treat the addresses of both forms as one. */
function emailField(value: string, focused: boolean, fault: FormError | null, text: Messages) {
  const label = text.fields.email
  return field({ name: 'email', label, type: 'email', autocomplete: 'username', value, focused }, fault, text)
}

/** The password of the account with this address, as a field of its own. Password managers read the address. */
export function currentPasswordField({ language }: PageContext, email: string, fault: FormError | null): Markup {
  const text = messages[language]
  const label = text.fields.password
  const password = {
    name: 'password',
    label,
    type: 'password',
    autocomplete: 'current-password',
    focused: true,
  } as const
  return html`<input type="email" autocomplete="username" value="${email}" hidden /> ${field(password, fault, text)}`
}

/** Leads to a new password. Whoever uses it has proved the address as well. */
export function forgotPasswordLink({ origin, language }: PageContext, email: string): Markup {
  const hash = email === '' ? '' : `#${new URLSearchParams({ email })}`
  const to = `${origin}/${language}/forgot-password${hash}`
  return html`<p><a href="${to}" data-takes-email>${messages[language].forgotPassword}</a></p>`
}

/** The addresses that a form's page leads to. */
export interface FormLinks {
  action: string
  otherwise: string
  cancel: string
}

function formPage(
  context: PageContext,
  words: Messages['signIn'],
  fields: Markup[],
  links: FormLinks,
  fault: FormError | null,
): Markup {
  const text = messages[context.language]
  const content = html`<h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    ${fault?.field === 'form' ? html`<p class="notice" id="form-error" role="alert">${text.faults[fault.reason]}</p>` : ''}
    <form method="post" action="${links.action}" novalidate>
      ${fields}
      <button class="primary">${words.submit}</button>
    </form>
    <p class="otherwise">${words.otherwise} <a href="${links.otherwise}" data-takes-email>${words.otherwiseLink}</a></p>
    <form method="post" action="${links.cancel}"><button class="quiet">${text.back}</button></form>`
  return layout(context, (fault ? text.errorPrefix : '') + words.title, content)
}

/**
 * The sign-in page. It does not reveal whether address or password was wrong.
 *
 * @param about.why what has led here, which the page says: an earlier sign-in has expired, or an account was asked for in vain
 */
export function signInPage(
  context: PageContext,
  links: FormLinks,
  { email, why }: { email: string; why: 'expired' | 'claimed' | null },
  fault: FormError | null,
): Markup {
  const text = messages[context.language]
  const at = fault?.field === 'form' ? 'password' : (fault?.field ?? (email ? 'password' : 'email'))
  const fields = [
    emailField(email, at === 'email', fault, text),
    field(
      {
        name: 'password',
        label: text.fields.password,
        type: 'password',
        autocomplete: 'current-password',
        focused: at === 'password',
      },
      fault,
      text,
    ),
    forgotPasswordLink(context, email),
  ]
  const leads = { expired: text.signInExpired, claimed: text.signInClaimed }
  const words = why ? { ...text.signIn, lead: leads[why] } : text.signIn
  return formPage(context, words, fields, links, fault)
}

/** The page that creates an account. */
export function createAccountPage(
  context: PageContext,
  links: FormLinks,
  email: string,
  fault: FormError | null,
): Markup {
  const text = messages[context.language]
  const at = fault?.field ?? (email ? 'password' : 'email')
  const secret = { type: 'password', autocomplete: 'new-password' } as const
  const fields = [
    emailField(email, at === 'email', fault, text),
    field(
      {
        ...secret,
        name: 'password',
        label: text.fields.newPassword,
        hint: text.fields.newPasswordHint,
        focused: at === 'password',
      },
      fault,
      text,
    ),
    field({ ...secret, name: 'repeat', label: text.fields.repeatPassword, focused: at === 'repeat' }, fault, text),
  ]
  return formPage(context, text.create, fields, links, fault)
}
